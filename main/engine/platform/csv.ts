/** CSV for spreadsheets (RFC 4180), without formulas. */

type Cell = string | number | boolean | null;

/** Byte order mark, which Excel needs to detect UTF-8. */
export const csvStart = '\uFEFF';

/** Start of a formula (OWASP, CSV injection), also with full-width signs and after invisible characters. */
const formula = /^(?:[\t\r\n]|[\p{C}\p{Z}]*[=+\-@＝＋－＠])/u;

/**
 * Before a formula after a separator: a semicolon starts a new cell in much of Europe, quoted or not. The sign comes
 * first, because a search from each separator is slow in a long text of separators.
 */
const innerFormula = /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n|][\p{C}\p{Z}"]*)/gu;

const formatCell = (cell: Cell): string => {
  if (cell === null) return '';
  // Negative numbers are not formulas.
  if (typeof cell !== 'string') return String(cell);
  const text = (formula.test(cell) ? `'${cell}` : cell).replaceAll(innerFormula, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Formats a line with its end. A single empty cell is quoted, because an empty line is skipped. */
export const formatCSVLine = (cells: readonly Cell[]): string => {
  const line = cells.map(formatCell).join(',');
  return `${line === '' ? '""' : line}\r\n`;
};
