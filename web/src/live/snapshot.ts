/** Snapshots of a table: what the server sends, put together with what the client has. */

import type { PublicTable, View } from "../shapes";

/** Whether log and sheet of the new views continue where the old ones end. */
export function isContinuous(views: View[], before: View[]): boolean {
  return views.every((view) => {
    const old = findView(before, view.seat);
    return (
      view.log.from <= (old?.log.events.length ?? 0) &&
      view.sheet.from <= (old?.sheet.lines.length ?? 0)
    );
  });
}

/** Return the new views with the whole log, story and sheet. */
export function mergeViews(views: View[], before: View[]): View[] {
  return views.map((view) => mergeView(view, findView(before, view.seat)));
}

function mergeView(view: View, old: View | undefined): View {
  const events = [...(old?.log.events ?? []).slice(0, view.log.from), ...view.log.events];
  const lines = [...(old?.sheet.lines ?? []).slice(0, view.sheet.from), ...view.sheet.lines];
  const told = (old?.story.lines ?? []).filter((line) => line.event < view.story.from);
  return {
    ...view,
    log: { from: 0, events },
    sheet: { from: 0, lines },
    story: { from: 0, lines: [...told, ...view.story.lines] },
  };
}

function findView(views: View[], seat: number | null): View | undefined {
  return views.find((view) => view.seat === seat);
}

/** Return by seat what the server has of the choices of our seats. */
export function readChoices(views: View[]): Map<number, string | null> {
  return new Map(views.flatMap((view) => (view.seat === null ? [] : [[view.seat, view.chosen]])));
}

interface Shown {
  views: View[];
  table: PublicTable | null;
}

/** Show a choice at a seat, before or after the server has it. */
export function showChoice({ views, table }: Shown, seat: number, chosen: string | null): Shown {
  const others = table?.ready.filter((other) => other !== seat) ?? [];
  return {
    views: views.map((view) => (view.seat === seat ? { ...view, chosen } : view)),
    table: table && { ...table, ready: chosen === null ? others : [...others, seat] },
  };
}

/** Show who has chosen, as the server says. Of a seat whose newest choice is not answered yet the
 * client knows more: it stays as it is. */
export function showReady(
  { views, table }: { views: View[]; table: PublicTable },
  ready: number[],
  chosen: Record<string, string>,
  isUnanswered: (seat: number) => boolean,
): { views: View[]; table: PublicTable } {
  const ahead = views.filter((view) => view.seat !== null && isUnanswered(view.seat));
  const others = ready.filter((seat) => !ahead.some((view) => view.seat === seat));
  const own = ahead.flatMap((view) => (view.chosen === null ? [] : [view.seat!]));
  return {
    views: views.map((view) =>
      view.seat === null || ahead.includes(view)
        ? view
        : { ...view, chosen: chosen[`${view.seat}`] ?? null },
    ),
    table: { ...table, ready: [...others, ...own] },
  };
}
