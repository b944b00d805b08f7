import { say } from "../text.svelte";
import type { Section } from "./guide";

export function writeSushiGoPartyGuide(): Section[] {
  return [
    {
      title: say("The menu"),
      intro: say(
        "Agree on a menu before the game: a ready-made one or your own. Nigiri are always on it.",
      ),
      points: [
        say(
          "One kind of roll, three appetizers, two specials and one dessert, with all their copies.",
        ),
        say(
          "Menu and special order are for two to six players, spoon and edamame for three to eight.",
        ),
      ],
    },
    {
      title: say("Set-up"),
      intro: say(
        "Before each round, shuffle some desserts into the deck, then deal everyone a hand. The undealt cards stay beside the board: menus draw from them.",
      ),
      facts: {
        head: [say("Players"), say("Cards each"), say("Desserts added, rounds 1, 2, 3")],
        rows: [
          ["2–3", "10", "5, 3, 2"],
          ["4–5", "9", "5, 3, 2"],
          ["6–7", "8", "7, 5, 3"],
          ["8", "7", "7, 5, 3"],
        ],
      },
    },
    {
      title: say("A turn"),
      intro: say(
        "Skip the steps of cards that are not on the menu: most turns are pick, reveal, pass. If several cards act at once, the lower printed number goes first.",
      ),
      steps: [
        say(
          "Everyone picks a card in secret. A player with chopsticks or a spoon from an earlier turn may announce them now: at most one of each, and not on the last turn.",
        ),
        say(
          "All cards are revealed and land. A nigiri goes on a free wasabi; a special order chooses what it copies.",
        ),
        say("Used chopsticks go back into the hand, 1 to 3."),
        say("Spoons fetch their cards, 4 to 6."),
        say("Menus are read, 7 to 9."),
        say("Takeout boxes are filled, 10 to 12."),
        say("Miso soups that landed together on this turn are discarded."),
        say("Everyone passes their hand to the left."),
      ],
    },
    {
      title: say("Colours"),
      intro: say(
        "Tea and soy sauce count colours. Every dish has its own; only nigiri and wasabi share one. Desserts count in the round in which they were played, a special order has the colour of the card it copies, and a face-down card has none.",
      ),
    },
    {
      title: say("End of a round"),
      intro: say(
        "When the hands are empty, set desserts aside for the end of the game and score everything else. Then shuffle all cards except those desserts back into the deck.",
      ),
    },
    {
      title: say("End of the game"),
      points: [
        say("After three rounds, the desserts are scored."),
        say(
          "The most points win. In a tie, the most dessert cards win; players who are still tied share the victory.",
        ),
      ],
    },
    {
      title: say("Two editions"),
      intro: say(
        "A new table starts with the edition of your language; its host can choose the other one. They differ in two cards. In the English edition, the second card taken with chopsticks is chosen only after the reveal, and uramaki have three places, for 8, 5 and 2 points.",
      ),
    },
  ];
}
