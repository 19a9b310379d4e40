/**
 * Parses a pasted list or CSV file of phone numbers, with or without a header. Each row that is not empty yields at
 * least one number or the reason why it has none.
 */
import Papa from 'papaparse';
import { maxNumberNameLength, maxNumberRows } from '../../../../contract/limits.ts';
import type {
  PhoneNumber,
  PreviewRow,
  Reading,
} from '../../../../contract/commands/phone-numbers.ts';
import { findNumber, parseNumber } from './reading.ts';

export type ListedNumber = {
  /** From 1, among all rows of the text. */
  readonly row: number;
  readonly typed: string;
  readonly name: string;
  readonly reading: Reading;
};

type Cells = { readonly row: number; readonly cells: readonly string[] };

const numberWord =
  /(phone|mobile|\bcell|\bnumbers?\b|\btel\b|tel[eé]fono|m[oó]vil|celular|n[uú]mero)/i;
const nameWord = /(name|label|\bwho\b|contact|nombre|etiqueta|contacto)/i;
const fullName = /^(full |display )?name$|^nombre completo$/i;
const firstName = /^(first|given|middle)[ _-]?names?$|^((primer|segundo) )?nombres?( de pila)?$/i;
const lastName = /^(last|family|sur)[ _-]?names?$|^((primer|segundo) )?apellidos?$/i;

/** Guesses the separator from the first rows that are not empty. */
const guessSeparator = (text: string): string =>
  Papa.parse(text, {
    preview: 10,
    skipEmptyLines: 'greedy',
    delimitersToGuess: ['\t', ';', ',', '|'],
  }).meta.delimiter;

const parseRows = (input: string): readonly Cells[] => {
  const text = input.replace(/^\uFEFF/, '').replaceAll(/\r\n?|[\u2028\u2029]/g, '\n');
  return Papa.parse<string[]>(text, { delimiter: guessSeparator(text) })
    .data.map((cells, index) => ({ row: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
};

const countDigits = (text: string): number => text.replaceAll(/\D/g, '').length;

const isHeader = (cells: readonly string[]): boolean =>
  cells.every((cell) => countDigits(cell) < 7) &&
  cells.some((cell) => numberWord.test(cell) || nameWord.test(cell));

/** Finds the columns in which at least half of the filled cells are numbers, or else the likeliest column. */
const findNumberColumns = (rows: readonly Cells[], width: number): readonly number[] => {
  const columns = Array.from({ length: width }, (_, column) => {
    const cells = rows.flatMap(({ cells: { [column]: cell } }) => (cell ? [cell] : []));
    const readable = cells.filter((cell) => parseNumber(cell).ok || findNumber(cell)?.reading.ok);
    const digits = cells.filter((cell) => countDigits(cell) >= 3);
    return { column, cells: cells.length, readable: readable.length, digits: digits.length };
  });
  const mostly = columns.filter(({ cells, readable }) => readable > 0 && readable * 2 >= cells);
  if (mostly.length > 0) return mostly.map(({ column }) => column);
  const [likeliest] = columns.toSorted(
    (one, other) => other.readable - one.readable || other.digits - one.digits,
  );
  return likeliest === undefined ? [] : [likeliest.column];
};

/** `names`: columns of the parts of a name, in order. */
type Layout = { readonly numbers: readonly number[]; readonly names: readonly number[] };

const guessLayout = (header: readonly string[] | null, rows: readonly Cells[]): Layout => {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const numberColumns = (header ?? []).flatMap((cell, column) =>
    numberWord.test(cell) && !/name|type|label/i.test(cell) ? [column] : [],
  );
  const found = findNumberColumns(rows, width);
  const both = numberColumns.filter((column) => found.includes(column));
  const numbers = both.length > 0 ? both : found;
  const isFree = (column: number): boolean => !numbers.includes(column);
  const findColumns = (title: RegExp): readonly number[] =>
    (header ?? []).flatMap((cell, column) =>
      isFree(column) && title.test(cell) && !/phone/i.test(cell) ? [column] : [],
    );
  const full = findColumns(fullName);
  const first = findColumns(firstName);
  const last = findColumns(lastName);
  if (full.length === 0 && first.length > 0 && last.length > 0)
    return { numbers, names: [...first, ...last] };
  const [title] = [...full, ...findColumns(nameWord)];
  if (title !== undefined) return { numbers, names: [title] };
  const words = Array.from({ length: width }, (_, column) => ({
    column,
    cells: rows.filter(({ cells }) => /\p{L}/u.test(cells[column] ?? '')).length,
  }))
    .filter(({ column, cells }) => isFree(column) && cells > 0)
    .toSorted((one, other) => other.cells - one.cells);
  return { numbers, names: words.slice(0, 1).map(({ column }) => column) };
};

const parseEntry = (row: number, typed: string, name: string): ListedNumber => {
  const whole = parseNumber(typed);
  const found = whole.ok ? null : findNumber(typed);
  const parsed = found ?? { reading: whole, rest: '' };
  const label = (name || parsed.rest).replaceAll(/\s+/g, ' ');
  const reading: Reading =
    parsed.reading.ok && label.length > maxNumberNameLength
      ? { ok: false, mistake: 'long_name' }
      : parsed.reading;
  return { row, typed, name: label, reading };
};

/** Parses the numbers of all rows. Null for too many rows, which are counted first because parsing is slow. */
export const parseNumberList = (text: string): readonly ListedNumber[] | null => {
  const all = parseRows(text);
  if (all.length > maxNumberRows + 1) return null;
  const first = all[0];
  const header = first !== undefined && isHeader(first.cells) ? first.cells : null;
  const rows = header === null ? all : all.slice(1);
  const layout = guessLayout(header, rows);
  return rows.flatMap(({ row, cells }) => {
    const names = layout.names.flatMap((column) => (cells[column] ? [cells[column]] : []));
    const numbers = layout.numbers.flatMap((column) => (cells[column] ? [cells[column]] : []));
    if (numbers.length > 0) return numbers.map((typed) => parseEntry(row, typed, names.join(' ')));
    // The row has no number in the usual columns, perhaps one in another column.
    const rest = cells.filter((cell) => cell !== '');
    const stray = rest.find((cell) => parseNumber(cell).ok);
    return stray === undefined
      ? [parseEntry(row, rest.join(' '), '')]
      : [parseEntry(row, stray, names.filter((each) => each !== stray).join(' '))];
  });
};

/** Predicts the effect of each number of a list. @param known the business's numbers */
export const buildPreview = (
  list: readonly ListedNumber[],
  known: readonly PhoneNumber[],
): readonly PreviewRow[] => {
  const live = new Map(
    known.filter((number) => !number.isDeleted).map((number) => [number.phoneNumber, number.name]),
  );
  const firstRow = new Map<string, number>();
  const deriveVerdict = (row: number, reading: Reading): PreviewRow['verdict'] => {
    if (!reading.ok) return { state: 'unusable', mistake: reading.mistake };
    const { phoneNumber, doubt } = reading;
    const earlier = firstRow.get(phoneNumber);
    if (earlier !== undefined) return { state: 'double', phoneNumber, firstRow: earlier };
    firstRow.set(phoneNumber, row);
    const as = live.get(phoneNumber);
    return as === undefined
      ? { state: 'new', phoneNumber, doubt }
      : { state: 'registered', phoneNumber, as };
  };
  return list.map(({ reading, ...typed }) => ({
    ...typed,
    verdict: deriveVerdict(typed.row, reading),
  }));
};
