/** Positions of rows and headings, in pixels. All rows have the same height, so nothing is measured. */
import type { Leads } from '../leads/leads.ts';

export const headingHeight = 30;

type Part = Leads['parts'][number];

export type ListLayout = ReturnType<typeof layoutOf>;

/** @param length number of rows, in parts or not */
export const layoutOf = (parts: readonly Part[], rowHeight: number, length: number) => {
  const starts: { readonly part: Part; readonly index: number }[] = [];
  let index = 0;
  for (const part of parts) {
    if (part.length > 0) starts.push({ part, index });
    index += part.length;
  }
  const headingsAbove = (row: number): number =>
    starts.filter((start) => start.index <= row).length;
  const topOf = (row: number): number => row * rowHeight + headingsAbove(row) * headingHeight;
  return {
    height: length * rowHeight + starts.length * headingHeight,
    headings: starts.map(({ part, index }) => ({ part, top: topOf(index) - headingHeight })),
    topOf,
    /** The row at that height; on a heading, the one below it. */
    rowAt: (y: number): number => {
      const startedParts = starts.filter((start) => topOf(start.index) - headingHeight <= y);
      const from = startedParts.at(-1)?.index ?? 0;
      return from + Math.max(0, Math.floor((y - topOf(from)) / rowHeight));
    },
  };
};
