import { say } from "../text.svelte";
import type { Section } from "./guide";

export function writeSushiGoGuide(): Section[] {
  return [
    {
      title: say("Set-up", "Mise en place"),
      intro: say(
        "Shuffle all 108 cards and deal a hand to everybody. The rest is the draw pile of the next rounds.",
        "On mélange les 108 cartes et chacun reçoit une main. Le reste servira aux manches suivantes.",
      ),
      facts: {
        head: [say("Players", "Joueurs"), say("Cards each", "Cartes chacun")],
        rows: [
          ["2", "10"],
          ["3", "9"],
          ["4", "8"],
          ["5", "7"],
        ],
      },
    },
    {
      title: say("A turn", "Un tour"),
      steps: [
        say(
          "Everybody chooses a card from their hand, in secret and at the same time.",
          "Chacun choisit une carte de sa main, en secret et en même temps que les autres.",
        ),
        say(
          "All cards are revealed together. They stay open in front of their players until the end of the round; a nigiri goes on a free wasabi if there is one.",
          "Toutes les cartes sont révélées ensemble. Elles restent visibles devant leur joueur jusqu'à la fin de la manche ; un sushi va sur un wasabi libre s'il y en a un.",
        ),
        say(
          "Everybody passes the rest of the hand to the left, and the next turn begins with one card fewer.",
          "Chacun passe le reste de sa main à gauche, et le tour suivant commence avec une carte de moins.",
        ),
      ],
    },
    {
      title: say("End of a round", "Fin de manche"),
      intro: say(
        "The last card is played like the others. Then the round is scored, and all its cards leave the game but the puddings, which everybody keeps. New hands come from the draw pile.",
        "La dernière carte se joue comme les autres. Puis on compte la manche, et toutes ses cartes quittent le jeu, sauf les desserts, que chacun garde. La pioche fournit de nouvelles mains.",
      ),
    },
    {
      title: say("End of the game", "Fin de la partie"),
      points: [
        say(
          "After three rounds the puddings are scored.",
          "Après trois manches, on compte les desserts.",
        ),
        say(
          "The most points win. In a tie, the most puddings win; players who are still equal share the victory.",
          "Le plus de points gagne. À égalité, c'est le plus de desserts ; ceux qui restent à égalité partagent la victoire.",
        ),
      ],
    },
    {
      title: say("Variant: left, right, left", "Variante : gauche, droite, gauche"),
      intro: say(
        "In the second round the hands go to the right.",
        "À la deuxième manche, les mains passent à droite.",
      ),
    },
    {
      title: say("Variant: two players and a robot", "Variante : deux joueurs et un robot"),
      steps: [
        say(
          "Three hands of nine are dealt; the third is the robot's, a pile face down between the players.",
          "On distribue trois mains de neuf cartes ; la troisième est celle du robot, une pile face cachée entre les joueurs.",
        ),
        say(
          "Whoever controls the robot takes the top card of its pile into the hand, then chooses a card for themself and one for the robot. The other player chooses as usual.",
          "Qui dirige le robot prend en main la première carte de sa pile, puis choisit une carte pour soi et une pour le robot. L'autre joueur choisit comme d'habitude.",
        ),
        say(
          "The two players swap hands, and control of the robot changes sides, also from one round to the next.",
          "Les deux joueurs échangent leurs mains, et le robot change de maître, y compris d'une manche à l'autre.",
        ),
        say(
          "The robot is compared and scored like a third player, but it cannot win and never uses chopsticks. Using chopsticks while controlling it takes three cards in hand.",
          "Le robot se compare et se compte comme un troisième joueur, mais il ne peut pas gagner et n'utilise jamais de baguettes. Pour s'en servir en le dirigeant, il faut trois cartes en main.",
        ),
      ],
    },
  ];
}
