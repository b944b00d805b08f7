import { say } from "../text.svelte";
import type { Section } from "./guide";

export function writeSushiGoGuide(): Section[] {
  return [
    {
      title: say("Set-up"),
      intro: say(
        "Shuffle all 108 cards and deal a hand to everybody. The rest is the draw pile of the next rounds.",
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
        say("Everybody chooses a card from their hand, in secret and at the same time."),
        say(
          "All cards are revealed together. They stay open in front of their players until the end of the round; a nigiri goes on a free wasabi if there is one.",
        ),
        say(
          "Everybody passes the rest of the hand to the left, and the next turn begins with one card fewer.",
        ),
      ],
    },
    {
      title: say("End of a round"),
      intro: say(
        "The last card is played like the others. Then the round is scored, and all its cards leave the game but the puddings, which everybody keeps. New hands come from the draw pile.",
      ),
    },
    {
      title: say("End of the game"),
      points: [
        say("After three rounds the puddings are scored."),
        say(
          "The most points win. In a tie, the most puddings win; players who are still equal share the victory.",
        ),
      ],
    },
    {
      title: say("Variant: left, right, left"),
      intro: say("In the second round the hands go to the right."),
    },
    {
      title: say("Variant: two players and a robot"),
      steps: [
        say(
          "Three hands of nine are dealt; the third is the robot's, a pile face down between the players.",
        ),
        say(
          "Whoever controls the robot takes the top card of its pile into the hand, then chooses a card for themself and one for the robot. The other player chooses as usual.",
        ),
        say(
          "The two players swap hands, and control of the robot changes sides, also from one round to the next.",
        ),
        say(
          "The robot is compared and scored like a third player, but it cannot win and never uses chopsticks. Using chopsticks while controlling it takes three cards in hand.",
        ),
      ],
    },
  ];
}
