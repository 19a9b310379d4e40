/** Cursors are opaque to the window: a time and a row number. */
const shape = /^(\d{1,15})\.(\d{1,15})$/;

export const cursorOf = (at: number, row: number): string => `${at}.${row}`;

/** Null for an invalid cursor. */
export const placeOf = (cursor: string): { readonly at: number; readonly row: number } | null => {
  const [, at, row] = shape.exec(cursor) ?? [];
  return at === undefined || row === undefined ? null : { at: Number(at), row: Number(row) };
};
