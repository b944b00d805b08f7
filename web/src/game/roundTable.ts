/** The table of a wide screen: seats around a belt, words in its middle. All lengths are in px. */

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface RoundTable {
  seats: Box[]; // the others, clockwise from the left neighbour on
  own: Box;
  belt: Box; // its middle line
  radius: number; // of its corners
  breadth: number; // of the belt
  middle: Box; // the room inside the belt
}

export interface Room {
  width: number;
  height: number;
  unit: number; // the size of the text
  others: number;
  isSeated: boolean; // whether there is an own seat below
}

/** By the number of others: how many sit at each side and below, the rest above. */
const AT_A_SIDE = [0, 0, 1, 1, 1, 1, 2, 2];
const WATCHED_BELOW = [0, 0, 0, 0, 1, 1, 2, 2, 3];
const WIDEST = 2.3; // times the height
const NARROWEST_ABOVE = 12.5; // units: a narrower row would not fit between the sides

const clamp = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(value, most));

/** Return the places of everything around a table. */
export function arrangeTable({ width: room, height, unit, others, isSeated }: Room): RoundTable {
  const width = Math.min(room, WIDEST * height);
  const left = (room - width) / 2;
  const gap = 0.6 * unit;
  const sides = isSeated ? AT_A_SIDE[others]! : Math.min(1, others - 1);
  const below = isSeated ? 0 : WATCHED_BELOW[others]!;
  const above = others - 2 * sides - below;

  const aside = sides
    ? clamp(13 * unit, (sides > 1 ? 0.2 : above || !isSeated ? 0.23 : 0.26) * width, 21 * unit) +
      gap
    : 0;
  const between = width - 2 * aside;
  const isBetween = (between + gap) / above - gap >= NARROWEST_ABOVE * unit;
  const ownHeight = isSeated ? 6.4 * unit : 0;
  const rowHeight = clamp(7 * unit, (below ? 0.22 : 0.28) * (height - ownHeight), 11 * unit);

  const beltTop = above ? rowHeight + gap : 0;
  const ringWidth = sides ? between : Math.min(width, 62 * unit);
  const breadth = clamp(2.8 * unit, 0.11 * (height - ownHeight - beltTop), 4.4 * unit);
  // The own tray lies on the belt: there is no hand there.
  const beneath = isSeated ? ownHeight - 0.6 * breadth : below ? rowHeight + gap : 0;
  const beltBottom = height - beneath;
  const edge = breadth / 2 + 0.4 * unit; // with its rim
  const ring = {
    x: left + (width - ringWidth) / 2,
    y: beltTop,
    width: ringWidth,
    height: beltBottom - beltTop,
  };
  const belt = shrink(ring, edge);

  const radius = Math.min(belt.height / 2.6, 7 * unit);

  const row = isBetween ? ring : { ...ring, x: left, width };
  const sideTop = isBetween || !above ? 0 : beltTop;
  const sideBottom = isBetween || !below ? height : beltBottom;
  const column = { y: sideTop, height: sideBottom - sideTop, width: aside - gap };
  const middleLine = belt.y + belt.height / 2;
  const [west, east] = [left, left + width - column.width].map((x) =>
    stack({ ...column, x }, sides, gap, 13 * unit, middleLine),
  );
  const ownWidth = Math.min(42 * unit, sides ? between : width);
  return {
    seats: [
      ...west!.reverse(),
      ...line({ ...row, y: 0, height: rowHeight }, above, gap, 21 * unit),
      ...east!,
      ...line(
        { ...row, y: height - rowHeight, height: rowHeight },
        below,
        gap,
        21 * unit,
      ).reverse(),
    ],
    own: { x: (room - ownWidth) / 2, y: height - ownHeight, width: ownWidth, height: ownHeight },
    belt,
    radius,
    breadth,
    middle: shrink(belt, breadth / 2 + 0.7 * unit, 0.3 * (radius - breadth / 2)),
  };
}

/** A box that is less high by so much at each side, and less wide by still more. */
const shrink = ({ x, y, width, height }: Box, by: number, more = 0): Box => ({
  x: x + by + more,
  y: y + by,
  width: Math.max(0, width - 2 * (by + more)),
  height: Math.max(0, height - 2 * by),
});

/** Return the places of what is shown by the own seat, for style sheets. */
export function describePlaces({ own, middle }: RoundTable): string {
  return Object.entries({ own, middle })
    .flatMap(([name, box]) =>
      Object.entries(box).map(([side, length]) => `--${name}-${side}: ${length}px`),
    )
    .join("; ");
}

/** Boxes side by side in a row, each in the middle of its share. */
function line(row: Box, count: number, gap: number, widest: number): Box[] {
  const share = (row.width + gap) / count;
  const width = Math.min(share - gap, widest);
  return Array.from({ length: count }, (_, place) => ({
    ...row,
    x: row.x + place * share + (share - gap - width) / 2,
    width,
  }));
}

/** Boxes one below the other, as near to the middle of the belt as there is room. */
function stack(column: Box, count: number, gap: number, highest: number, middle: number): Box[] {
  const height = Math.min((column.height + gap) / count - gap, highest);
  const all = count * (height + gap) - gap;
  const y = clamp(column.y, middle - all / 2, column.y + column.height - all);
  return Array.from({ length: count }, (_, place) => ({
    ...column,
    y: y + place * (height + gap),
    height,
  }));
}

// --- The belt ---

const STEPS = 240;

/** Return points along a belt, all as far from each other, clockwise from the middle below. */
export function traceBelt({ x, y, width, height }: Box, radius: number): Point[] {
  const turn = (Math.PI / 2) * radius;
  const [half, across, up] = [width / 2 - radius, width - 2 * radius, height - 2 * radius];
  const [right, bottom] = [x + width, y + height];
  const around = (cx: number, cy: number, from: number) => (along: number) => ({
    x: cx + radius * Math.cos(from + along / radius),
    y: cy + radius * Math.sin(from + along / radius),
  });
  const parts: [number, (along: number) => Point][] = [
    [half, (along) => ({ x: x + width / 2 - along, y: bottom })],
    [turn, around(x + radius, bottom - radius, Math.PI / 2)],
    [up, (along) => ({ x, y: bottom - radius - along })],
    [turn, around(x + radius, y + radius, Math.PI)],
    [across, (along) => ({ x: x + radius + along, y })],
    [turn, around(right - radius, y + radius, -Math.PI / 2)],
    [up, (along) => ({ x: right, y: y + radius + along })],
    [turn, around(right - radius, bottom - radius, 0)],
    [half, (along) => ({ x: right - radius - along, y: bottom })],
  ];
  const length = parts.reduce((sum, [part]) => sum + part, 0);
  return Array.from({ length: STEPS }, (_, step) => {
    let along = (step / STEPS) * length;
    let part = 0;
    while (part < parts.length - 1 && along > parts[part]![0]) along -= parts[part++]![0];
    return parts[part]![1](along);
  });
}

/** Return a place on a belt; places count on around it. */
export function pointAt(track: Point[], place: number): Point {
  const at = (step: number) => track[((step % STEPS) + STEPS) % STEPS]!;
  const step = Math.floor(place);
  const [one, next, part] = [at(step), at(step + 1), place - step];
  return { x: one.x + part * (next.x - one.x), y: one.y + part * (next.y - one.y) };
}

/** Return the direction of a belt at a place, clockwise, in degrees. */
export function directionAt(track: Point[], place: number): number {
  const [one, next] = [pointAt(track, place - 1), pointAt(track, place + 1)];
  return (Math.atan2(next.y - one.y, next.x - one.x) * 180) / Math.PI;
}

/** Return the places of a belt before seats, clockwise: for each the nearest one, but all so far
 * from each other that hands have room. */
export function placesBefore(track: Point[], seats: Box[], room: number): number[] {
  const length = Math.hypot(track[1]!.x - track[0]!.x, track[1]!.y - track[0]!.y);
  const least = Math.min(room / length, STEPS / (seats.length + 1));
  const places = seats.map((seat) => nearestPlace(track, seat));
  places.forEach((place, seat) => {
    if (seat && place < places[seat - 1]! - STEPS / 2) places[seat] = place + STEPS; // once around
  });
  for (let round = 0; round < 20; round++)
    for (let seat = 1; seat < places.length; seat++) {
      const lack = least - (places[seat]! - places[seat - 1]!);
      if (lack <= 0) continue;
      places[seat - 1]! -= lack / 2;
      places[seat]! += lack / 2;
    }
  return places;
}

function nearestPlace(track: Point[], { x, y, width, height }: Box): number {
  const far = track.map((point) => Math.hypot(point.x - x - width / 2, point.y - y - height / 2));
  return far.indexOf(Math.min(...far));
}

/** Return from which place the hand at a stop has come. `stops`: the places of all who have hands,
 * clockwise. */
export function placeOfOrigin(stops: number[], stop: number, passes: string): number {
  const step = passes === "left" ? -1 : 1;
  const place = stops.indexOf(stop) + step;
  const before = stops[(place + stops.length) % stops.length]!;
  const isAround = place < 0 || place >= stops.length;
  return isAround ? before + step * STEPS : before;
}
