/**
 * Tables as spreadsheets read them: RFC 4180, lines that end in CRLF, and a byte order mark, without
 * which Excel takes UTF-8 for something else. A text of a customer's is never a formula: what a
 * spreadsheet would compute begins with an apostrophe.
 */

type Cell = string | number | boolean | null;

/** What the file begins with. */
export const csvStart = '\uFEFF';

/**
 * A spreadsheet computes a cell that begins so (OWASP, CSV injection); some take the wide signs of East Asia
 * for the same, and overlook what cannot be seen before them.
 */
const formula = /^(?:[\t\r\n]|[\p{C}\p{Z}]*[=+\-@＝＋－＠])/u;

/**
 * Where a semicolon separates cells, as in much of Europe, a reader takes these for the beginning of a cell
 * of its own, quoted or not.
 */
const innerFormula = /([;\t\r\n|][\p{C}\p{Z}"]*)(?=[=+\-@＝＋－＠])/gu;

const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  // A number is a number, also a negative one.
  if (typeof cell !== 'string') return String(cell);
  const text = (formula.test(cell) ? `'${cell}` : cell).replaceAll(innerFormula, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of the table, its end included. A row of a single empty cell is not lost: it is quoted. */
export const csvLine = (cells: readonly Cell[]): string => {
  const line = cells.map(cellText).join(',');
  return `${line === '' ? '""' : line}\r\n`;
};

/** A whole table, for one that fits into memory. */
export const csvTable = (rows: Iterable<readonly Cell[]>): string =>
  csvStart + [...rows].map(csvLine).join('');
