/** Cursors are opaque to the window: a time and a row number. */
const shape = /^(\d{1,15})\.(\d{1,15})$/;

export const formatCursor = (at: number, row: number): string => `${at}.${row}`;

/** Parses a cursor; null for an invalid one. */
export const parseCursor = (
  cursor: string,
): { readonly at: number; readonly row: number } | null => {
  const [, at, row] = shape.exec(cursor) ?? [];
  return at === undefined || row === undefined ? null : { at: Number(at), row: Number(row) };
};
