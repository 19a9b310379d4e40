/** Cursors are opaque to the window: a time and a row number. */
const shape = /^(\d{1,15})\.(\d{1,15})$/;

/** Creates the cursor of a row. */
export const cursorOf = (at: number, row: number): string => `${at}.${row}`;

/** Decodes a cursor; null when it is invalid. */
export const placeOf = (cursor: string): { readonly at: number; readonly row: number } | null => {
  const [, at, row] = shape.exec(cursor) ?? [];
  return at === undefined || row === undefined ? null : { at: Number(at), row: Number(row) };
};
