import { say } from "../text.svelte";
import type { Section } from "./guide";

export function writeSushiGoPartyGuide(): Section[] {
  return [
    {
      title: say("The menu", "Le menu"),
      intro: say(
        "Before the game the table agrees on a menu: a ready-made one or any of your own. Nigiri are always served.",
        "Avant la partie, la table s'accorde sur un menu : un menu tout prêt, ou le vôtre. Les sushis sont toujours servis.",
      ),
      points: [
        say(
          "One kind of roll, three appetizers, two specials and one dessert, with all their copies.",
          "Une sorte de makis, trois hors-d'œuvre, deux suppléments et un dessert, avec tous leurs exemplaires.",
        ),
        say(
          "Menu and special order are for two to six players, spoon and edamame for three to eight.",
          "Menu et commande spéciale : de deux à six joueurs. Cuillère et edamame : de trois à huit.",
        ),
      ],
    },
    {
      title: say("Set-up", "Mise en place"),
      intro: say(
        "Before each round some desserts are shuffled into the deck, then everybody is dealt a hand. What is not dealt stays beside the board: menus draw from it.",
        "Avant chaque manche, on mélange quelques desserts au paquet, puis chacun reçoit une main. Les cartes non distribuées restent à côté : les menus y puisent.",
      ),
      facts: {
        head: [
          say("Players", "Joueurs"),
          say("Cards each", "Cartes chacun"),
          say("Desserts added, rounds 1, 2, 3", "Desserts ajoutés, manches 1, 2, 3"),
        ],
        rows: [
          ["2–3", "10", "5, 3, 2"],
          ["4–5", "9", "5, 3, 2"],
          ["6–7", "8", "7, 5, 3"],
          ["8", "7", "7, 5, 3"],
        ],
      },
    },
    {
      title: say("A turn", "Un tour"),
      intro: say(
        "What the menu does not have is skipped; mostly it is choose, reveal, pass. Where several cards act at once, the lower printed number goes first.",
        "On saute ce qui n'est pas au menu ; le plus souvent, c'est choisir, révéler, passer. Quand plusieurs cartes agissent en même temps, le plus petit numéro imprimé passe d'abord.",
      ),
      steps: [
        say(
          "Everybody chooses a card in secret. Whoever has chopsticks or a spoon in front of them since an earlier turn may announce them now: at most one of each, and not on the last turn.",
          "Chacun choisit une carte en secret. Qui a devant soi des baguettes ou une cuillère depuis un tour précédent peut les annoncer : une de chaque au plus, et pas au dernier tour.",
        ),
        say(
          "All cards are revealed and land. A nigiri goes on a free wasabi; a special order chooses what it copies.",
          "Toutes les cartes sont révélées et posées. Un sushi va sur un wasabi libre ; une commande spéciale choisit ce qu'elle copie.",
        ),
        say(
          "Used chopsticks go back into the hand, 1 to 3.",
          "Les baguettes utilisées retournent dans la main, de 1 à 3.",
        ),
        say(
          "Spoons fetch their cards, 4 to 6.",
          "Les cuillères vont chercher leur carte, de 4 à 6.",
        ),
        say("Menus are read, 7 to 9.", "On consulte les menus, de 7 à 9."),
        say("Takeout boxes are filled, 10 to 12.", "On remplit les boîtes à emporter, de 10 à 12."),
        say(
          "Miso soups that landed together on this turn are discarded.",
          "Les soupes miso arrivées ensemble à ce tour sont défaussées.",
        ),
        say("Everybody passes their hand to the left.", "Chacun passe sa main à gauche."),
      ],
    },
    {
      title: say("Colours", "Les couleurs"),
      intro: say(
        "Tea and soy sauce look at the colours of the cards. Every dish has its own; only nigiri and wasabi share one. Desserts count in the round in which they were played, a special order has the colour of what it copies, a card face down has none.",
        "Le thé et la sauce soja regardent la couleur des cartes. Chaque plat a la sienne ; seuls sushis et wasabi en partagent une. Les desserts comptent dans la manche où ils ont été joués, une commande spéciale a la couleur de ce qu'elle copie, une carte face cachée n'en a pas.",
      ),
    },
    {
      title: say("End of a round", "Fin de manche"),
      intro: say(
        "When the hands are empty, desserts are put aside for the end of the game and everything else is scored. Then all cards but those desserts are shuffled back into the deck.",
        "Quand les mains sont vides, on met de côté les desserts pour la fin de la partie et on compte tout le reste. Puis toutes les cartes, sauf ces desserts, retournent dans le paquet.",
      ),
    },
    {
      title: say("End of the game", "Fin de la partie"),
      points: [
        say(
          "After three rounds the desserts are scored.",
          "Après trois manches, on compte les desserts.",
        ),
        say(
          "The most points win. In a tie, the most dessert cards win; players who are still equal share the victory.",
          "Le plus de points gagne. À égalité, c'est le plus de cartes dessert ; ceux qui restent à égalité partagent la victoire.",
        ),
      ],
    },
    {
      title: say("Two editions", "Deux éditions"),
      intro: say(
        "A table proposes the edition of your language; its host can choose the other one. They differ in two cards. In the English edition, with chopsticks the second card is chosen only after the reveal, and uramaki have three places, for 8, 5 and 2 points.",
        "Une table propose l'édition de votre langue ; son hôte peut choisir l'autre. Elles diffèrent sur deux cartes. Dans l'édition anglaise, avec les baguettes, la deuxième carte se choisit seulement après la révélation, et les California ont trois places, à 8, 5 et 2 points.",
      ),
    },
  ];
}
