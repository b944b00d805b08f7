import { say } from "../text.svelte";
import type { Section } from "./guide";

export function writeSushiGoGuide(): Section[] {
  return [
    {
      title: say("Set-up"),
      intro: say(
        "Shuffle all 108 cards and deal everyone a hand. The rest is the draw pile for the next rounds.",
      ),
      facts: {
        head: [say("Players"), say("Cards each")],
        rows: [
          ["2", "10"],
          ["3", "9"],
          ["4", "8"],
          ["5", "7"],
        ],
      },
    },
    {
      title: say("A turn"),
      steps: [
        say("Everyone picks a card from their hand, in secret and at the same time."),
        say(
          "All cards are revealed together. They stay face up in front of their players until the end of the round; a nigiri goes on a free wasabi if there is one.",
        ),
        say(
          "Everyone passes the rest of their hand to the left, and the next turn begins with one card fewer.",
        ),
      ],
    },
    {
      title: say("End of a round"),
      intro: say(
        "The last card is played like the others. Then the round is scored, and its cards leave the game, except puddings, which you keep. New hands come from the draw pile.",
      ),
    },
    {
      title: say("End of the game"),
      points: [
        say("After three rounds, the puddings are scored."),
        say(
          "The most points win. In a tie, the most puddings win; players who are still tied share the victory.",
        ),
      ],
    },
    {
      title: say("Variant: left, right, left"),
      intro: say("In the second round, the hands pass to the right."),
    },
    {
      title: say("Variant: two players and a robot"),
      steps: [
        say(
          "Three hands of nine are dealt; the third is the robot's, a pile face down between the players.",
        ),
        say(
          "If you control the robot, take the top card of its pile into your hand, then pick a card for yourself and one for the robot. The other player picks as usual.",
        ),
        say(
          "The two players swap hands, and control of the robot changes sides, even from one round to the next.",
        ),
        say(
          "The robot is compared and scored like a third player, but it cannot win and never uses chopsticks. To use chopsticks while you control it, you need three cards in hand.",
        ),
      ],
    },
  ];
}
