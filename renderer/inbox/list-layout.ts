/** Positions of rows and headings, in pixels. All rows have the same height, so nothing is measured. */
import type { Leads } from '../leads/leads.ts';

export const headingHeight = 30;

type Part = Leads['parts'][number];

export type ListLayout = ReturnType<typeof computeLayout>;

/** Computes the positions. @param length number of rows, in parts or not */
export const computeLayout = (parts: readonly Part[], rowHeight: number, length: number) => {
  const starts: { readonly part: Part; readonly index: number }[] = [];
  let index = 0;
  for (const part of parts) {
    if (part.length > 0) starts.push({ part, index });
    index += part.length;
  }
  const countHeadings = (row: number): number =>
    starts.filter((start) => start.index <= row).length;
  const computeTop = (row: number): number => row * rowHeight + countHeadings(row) * headingHeight;
  return {
    height: length * rowHeight + starts.length * headingHeight,
    headings: starts.map(({ part, index }) => ({ part, top: computeTop(index) - headingHeight })),
    computeTop,
    /** Finds the row at that height; on a heading, the one below it. */
    findRowAt: (y: number): number => {
      const startedParts = starts.filter((start) => computeTop(start.index) - headingHeight <= y);
      const from = startedParts.at(-1)?.index ?? 0;
      return from + Math.max(0, Math.floor((y - computeTop(from)) / rowHeight));
    },
  };
};
