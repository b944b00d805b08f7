import { describe, expect, it } from "vitest";

import {
  arrangeTable,
  type Box,
  directionAt,
  placesBefore,
  placeOfOrigin,
  pointAt,
  type Room,
  traceBelt,
} from "./roundTable";

const SIZES = [
  [1000, 460, 16],
  [1024, 510, 16],
  [1008, 540, 16],
  [1150, 620, 16.5],
  [1500, 760, 20.5],
  [2900, 1010, 24],
] as const;
const ROOMS: Room[] = SIZES.flatMap(([width, height, unit]) =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((others) => [
    { width, height, unit, others, isSeated: true },
    { width, height, unit, others: others + 1, isSeated: false },
  ]),
);
const nameOf = (room: Room) =>
  `${room.width} × ${room.height}, ${room.others} others${room.isSeated ? "" : ", watched"}`;

const right = (box: Box) => box.x + box.width;
const bottom = (box: Box) => box.y + box.height;
const overlaps = (one: Box, other: Box) =>
  one.x < right(other) - 0.01 &&
  other.x < right(one) - 0.01 &&
  one.y < bottom(other) - 0.01 &&
  other.y < bottom(one) - 0.01;

describe.each(ROOMS.map((room) => [nameOf(room), room] as const))("arrangeTable: %s", (_, room) => {
  const table = arrangeTable(room);
  const { seats, own, belt, breadth, middle } = table;
  const rim = breadth / 2;
  const ring = {
    x: belt.x - rim,
    y: belt.y - rim,
    width: belt.width + breadth,
    height: belt.height + breadth,
  };

  it("keeps seats and belt apart, and on the screen", () => {
    const boxes = [...seats, ...(room.isSeated ? [own, middle] : [ring])];
    boxes.forEach((one, place) => {
      expect(one.x).toBeGreaterThanOrEqual(-0.01);
      expect(one.y).toBeGreaterThanOrEqual(-0.01);
      expect(right(one)).toBeLessThanOrEqual(room.width + 0.01);
      expect(bottom(one)).toBeLessThanOrEqual(room.height + 0.01);
      for (const other of boxes.slice(place + 1)) expect(overlaps(one, other)).toBe(false);
    });
  });

  it("has room for cards at every seat, and for words in the middle", () => {
    for (const seat of seats) {
      expect(seat.width).toBeGreaterThanOrEqual(12 * room.unit);
      expect(seat.height).toBeGreaterThanOrEqual(7 * room.unit);
    }
    expect(middle.width).toBeGreaterThan(17 * room.unit);
    expect(middle.height).toBeGreaterThan((room.isSeated ? 7 : 5) * room.unit);
  });

  it("has the hands on the belt in the order of the seats, apart from each other", () => {
    const track = traceBelt(belt, table.radius);
    const stops = placesBefore(track, seats, breadth);
    expect(stops).toEqual([...stops].sort((one, other) => one - other));
    expect(stops.at(-1)! - stops[0]!).toBeLessThan(track.length);
    const points = stops.map((stop) => pointAt(track, stop));
    points.forEach((one, place) => {
      for (const other of points.slice(place + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(2.2 * room.unit);
    });
  });
});

it("seats the left neighbour at the left, and goes on clockwise", () => {
  const [left, above, right] = arrangeTable({ ...ROOMS[0]!, others: 3 }).seats;
  expect(left!.x).toBeLessThan(above!.x);
  expect(above!.x).toBeLessThan(right!.x);
  expect(above!.y).toBeLessThan(left!.y);
});

describe("a belt", () => {
  const track = traceBelt({ x: 0, y: 0, width: 200, height: 100 }, 30);

  it("begins in the middle below and goes around clockwise", () => {
    expect(pointAt(track, 0)).toEqual({ x: 100, y: 100 });
    expect(directionAt(track, 0)).toBeCloseTo(-180 * Math.sign(-directionAt(track, 0)));
    const top = pointAt(track, 120);
    expect([top.x, top.y].map(Math.round)).toEqual([100, 0]);
    expect(directionAt(track, 120)).toBeCloseTo(0);
    expect(pointAt(track, 60).x).toBeLessThan(1);
    expect(pointAt(track, -60).x).toBeGreaterThan(199);
  });

  it("brings each hand from the neighbour before", () => {
    const stops = [0, 60, 180];
    expect(stops.map((stop) => placeOfOrigin(stops, stop, "left"))).toEqual([-60, 0, 60]);
    expect(stops.map((stop) => placeOfOrigin(stops, stop, "right"))).toEqual([60, 180, 240]);
  });
});
