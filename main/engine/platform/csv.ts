/**
 * CSV for spreadsheets: RFC 4180 with CRLF, and a byte order mark, without which Excel does not
 * detect UTF-8. A text is never a formula: cells that a spreadsheet would compute begin with an
 * apostrophe.
 */

type Cell = string | number | boolean | null;

/** Start of the file. */
export const csvStart = '\uFEFF';

/**
 * Characters that start a formula (OWASP, CSV injection); some spreadsheets also accept East
 * Asian wide signs and ignore invisible characters before them.
 */
const formula = /^(?:[\t\r\n]|[\p{C}\p{Z}]*[=+\-@＝＋－＠])/u;

/**
 * Where a semicolon separates cells, as in much of Europe, these start a new cell, quoted or not.
 */
const innerFormula = /([;\t\r\n|][\p{C}\p{Z}"]*)(?=[=+\-@＝＋－＠])/gu;

const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  // Negative numbers are no formulas.
  if (typeof cell !== 'string') return String(cell);
  const text = (formula.test(cell) ? `'${cell}` : cell).replaceAll(innerFormula, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Returns one line with its end. A row of a single empty cell is quoted, because an empty line
 * would be skipped.
 */
export const csvLine = (cells: readonly Cell[]): string => {
  const line = cells.map(cellText).join(',');
  return `${line === '' ? '""' : line}\r\n`;
};

/** Returns a whole table, for one that fits into memory. */
export const csvTable = (rows: Iterable<readonly Cell[]>): string =>
  csvStart + [...rows].map(csvLine).join('');
