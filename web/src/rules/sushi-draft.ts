import { say } from "../text.svelte";
import type { Section } from "./guide";

export function writeSushiDraftGuide(): Section[] {
  return [
    {
      title: say("Set-up", "Mise en place"),
      intro: say(
        "The 18 tokens lie in six piles, their values hidden: one pile for each category and one for the dessert. Shuffle all 32 cards and deal six to everybody; the rest is put aside for this round.",
        "Les 18 jetons forment six piles, valeur cachée : une par catégorie et une pour le dessert. On mélange les 32 cartes et chacun en reçoit six ; le reste est mis de côté pour la manche.",
      ),
      facts: {
        head: [say("Pile", "Pile"), say("Tokens", "Jetons")],
        rows: [
          [say("Tuna", "Thon"), "3, 4, 5"],
          [say("Shrimp", "Crevette"), "2, 4, 4"],
          [say("Salmon", "Saumon"), "2, 2, 4"],
          [say("Cucumber", "Concombre"), "1, 3, 3"],
          [say("Mackerel", "Maquereau"), "1, 2, 3"],
          [say("Dessert", "Dessert"), "2, 3, 5"],
        ],
      },
    },
    {
      title: say("A turn", "Un tour"),
      steps: [
        say("Everybody chooses a card in secret.", "Chacun choisit une carte en secret."),
        say(
          "All cards are revealed together and stay open until the end of the round.",
          "Toutes les cartes sont révélées ensemble et restent visibles jusqu'à la fin de la manche.",
        ),
        say(
          "Everybody passes the rest of the hand to the left.",
          "Chacun passe le reste de sa main à gauche.",
        ),
      ],
    },
    {
      title: say("End of a round", "Fin de manche"),
      intro: say(
        "A round has five turns; the sixth card is not played. Then the tokens are handed out.",
        "Une manche a cinq tours ; la sixième carte n'est pas jouée. Puis on attribue les jetons.",
      ),
      points: [
        say(
          "Whoever has the most cards of a category takes the top token of its pile.",
          "Qui a le plus de cartes d'une catégorie prend le premier jeton de sa pile.",
        ),
        say(
          "Whoever has eaten of the most different categories takes the top dessert token.",
          "Qui a goûté au plus de catégories différentes prend le premier jeton dessert.",
        ),
        say(
          "Tied players drop out, and the next one takes the token. If nobody is left, it stays on its pile.",
          "Les joueurs à égalité sont écartés, et le suivant prend le jeton. S'il n'y a plus personne, il reste sur sa pile.",
        ),
        say(
          "Only you may look at the value of your tokens.",
          "Vous seul pouvez regarder la valeur de vos jetons.",
        ),
        say(
          "All 32 cards are shuffled for the next round.",
          "On remélange les 32 cartes pour la manche suivante.",
        ),
      ],
    },
    {
      title: say("The dessert", "Le dessert"),
      example: "dessert",
    },
    {
      title: say("End of the game", "Fin de la partie"),
      intro: say(
        "After three rounds all tokens that were taken are turned over. The most points win; equal players share the victory.",
        "Après trois manches, on retourne tous les jetons gagnés. Le plus de points gagne ; à égalité, on partage la victoire.",
      ),
    },
    {
      title: say("Variant: changing direction", "Variante : changer de sens"),
      intro: say(
        "In the second round the hands go to the right.",
        "À la deuxième manche, les mains passent à droite.",
      ),
    },
    {
      title: say("Advanced rules", "Règles avancées"),
      points: [
        say("A joker counts as half a card.", "Un joker compte pour une demi-carte."),
        say(
          "A category in which you have a card with the wasabi mark is only half a category for the dessert; for its own token it counts in full.",
          "Une catégorie où l'une de vos cartes porte le signe wasabi n'est qu'une demi-catégorie pour le dessert ; pour son propre jeton, elle compte en entier.",
        ),
      ],
    },
  ];
}
