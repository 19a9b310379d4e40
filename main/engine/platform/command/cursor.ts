/** Cursors are opaque to the window: two numbers, a time and a row. */
const shape = /^(\d{1,15})\.(\d{1,15})$/;

export const cursorOf = (at: number, row: number): string => `${at}.${row}`;

/** The place that a cursor stands for, or null when it is none of ours. */
export const placeOf = (cursor: string): { readonly at: number; readonly row: number } | null => {
  const [, at, row] = shape.exec(cursor) ?? [];
  return at === undefined || row === undefined ? null : { at: Number(at), row: Number(row) };
};
