import { say } from "../text.svelte";
import type { Section } from "./guide";

export function writeSushiDraftGuide(): Section[] {
  return [
    {
      title: say("Set-up"),
      intro: say(
        "The 18 tokens lie in six piles, their values hidden: one pile for each category and one for the dessert. Shuffle all 32 cards and deal six to each player; the rest is set aside for this round.",
      ),
      facts: {
        head: [say("Pile"), say("Tokens")],
        rows: [
          [say("Tuna"), "3, 4, 5"],
          [say("Shrimp"), "2, 4, 4"],
          [say("Salmon"), "2, 2, 4"],
          [say("Cucumber"), "1, 3, 3"],
          [say("Mackerel"), "1, 2, 3"],
          [say("Dessert"), "2, 3, 5"],
        ],
      },
    },
    {
      title: say("A turn"),
      steps: [
        say("Everyone picks a card in secret."),
        say("All cards are revealed together and stay face up until the end of the round."),
        say("Everyone passes the rest of their hand to the left."),
      ],
    },
    {
      title: say("End of a round"),
      intro: say(
        "A round has five turns; the sixth card is not played. Then the tokens are handed out.",
      ),
      points: [
        say("The player with the most cards of a category takes the top token of its pile."),
        say("The player with the most different categories takes the top dessert token."),
        say(
          "If players tie, the next highest takes the token instead. If nobody is left, it stays on its pile.",
        ),
        say("Only you may look at the value of your tokens."),
        say("All 32 cards are shuffled for the next round."),
      ],
    },
    {
      title: say("The dessert"),
      example: "dessert",
    },
    {
      title: say("End of the game"),
      intro: say(
        "After three rounds, all tokens that were taken are turned over. The most points win; tied players share the victory.",
      ),
    },
    {
      title: say("Variant: changing direction"),
      intro: say("In the second round, the hands pass to the right."),
    },
    {
      title: say("Advanced rules"),
      points: [
        say("A joker counts as half a card."),
        say(
          "A category in which you have a card with the wasabi mark is only half a category for the dessert; for its own token it counts in full.",
        ),
      ],
    },
  ];
}
