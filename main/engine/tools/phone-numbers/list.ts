/**
 * Parses a pasted list or CSV file of phone numbers: finds the columns of numbers and names, with
 * or without a header. Each row that is not empty yields at least one number or reason.
 */
import Papa from 'papaparse';
import { maxNumberRows } from '../../../../contract/limits.ts';
import {
  type PhoneNumber,
  type PreviewRow,
  type Reading,
} from '../../../../contract/commands/phone-numbers.ts';
import { findNumber, readNumber } from './reading.ts';

export type ListedNumber = {
  /** From 1, of all rows of the text. */
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
const maxNameLength = 200;

/** Guesses the separator from the first rows that are not empty. */
const separatorOf = (text: string): string =>
  Papa.parse(text, {
    preview: 10,
    skipEmptyLines: 'greedy',
    delimitersToGuess: ['\t', ';', ',', '|'],
  }).meta.delimiter;

const rowsOf = (input: string): readonly Cells[] => {
  const text = input.replace(/^\uFEFF/, '').replaceAll(/\r\n?|[\u2028\u2029]/g, '\n');
  return Papa.parse<string[]>(text, { delimiter: separatorOf(text) })
    .data.map((cells, index) => ({ row: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
};

const digitsIn = (text: string): number => text.replaceAll(/\D/g, '').length;

const isHeader = (cells: readonly string[]): boolean =>
  cells.every((cell) => digitsIn(cell) < 7) &&
  cells.some((cell) => numberWord.test(cell) || nameWord.test(cell));

/** Columns of whose filled cells at least half can be read as numbers, or else the likeliest column. */
const columnsByContent = (rows: readonly Cells[], width: number): readonly number[] => {
  const columns = Array.from({ length: width }, (_, column) => {
    const cells = rows.flatMap(({ cells: { [column]: cell } }) => (cell ? [cell] : []));
    const readable = cells.filter((cell) => readNumber(cell).ok || findNumber(cell)?.reading.ok);
    const digits = cells.filter((cell) => digitsIn(cell) >= 3);
    return { column, cells: cells.length, readable: readable.length, digits: digits.length };
  });
  const mostly = columns.filter(({ cells, readable }) => readable > 0 && readable * 2 >= cells);
  if (mostly.length > 0) return mostly.map(({ column }) => column);
  const [likeliest] = columns.toSorted(
    (one, other) => other.readable - one.readable || other.digits - one.digits,
  );
  return likeliest === undefined ? [] : [likeliest.column];
};

/** `names`: the columns of the name, in order. */
type Layout = { readonly numbers: readonly number[]; readonly names: readonly number[] };

const layoutOf = (header: readonly string[] | null, rows: readonly Cells[]): Layout => {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const numberColumns = (header ?? []).flatMap((cell, column) =>
    numberWord.test(cell) && !/name|type|label/i.test(cell) ? [column] : [],
  );
  const found = columnsByContent(rows, width);
  const both = numberColumns.filter((column) => found.includes(column));
  const numbers = both.length > 0 ? both : found;
  const isFree = (column: number): boolean => !numbers.includes(column);
  const columnsTitled = (title: RegExp): readonly number[] =>
    (header ?? []).flatMap((cell, column) =>
      isFree(column) && title.test(cell) && !/phone/i.test(cell) ? [column] : [],
    );
  const full = columnsTitled(fullName);
  const first = columnsTitled(firstName);
  const last = columnsTitled(lastName);
  if (full.length === 0 && first.length > 0 && last.length > 0)
    return { numbers, names: [...first, ...last] };
  const [title] = [...full, ...columnsTitled(nameWord)];
  if (title !== undefined) return { numbers, names: [title] };
  const words = Array.from({ length: width }, (_, column) => ({
    column,
    cells: rows.filter(({ cells }) => /\p{L}/u.test(cells[column] ?? '')).length,
  }))
    .filter(({ column, cells }) => isFree(column) && cells > 0)
    .toSorted((one, other) => other.cells - one.cells);
  return { numbers, names: words.slice(0, 1).map(({ column }) => column) };
};

const parseListed = (row: number, typed: string, name: string): ListedNumber => {
  const whole = readNumber(typed);
  const found = whole.ok ? null : findNumber(typed);
  const parsed = found === null ? { reading: whole, rest: '' } : found;
  const label = (name || parsed.rest).replaceAll(/\s+/g, ' ');
  const reading: Reading =
    parsed.reading.ok && label.length > maxNameLength
      ? { ok: false, mistake: 'long_name' }
      : parsed.reading;
  return { row, typed, name: label, reading };
};

/** The numbers of all rows; null for too many rows, which are counted first because parsing is slow. */
export const readNumberList = (text: string): readonly ListedNumber[] | null => {
  const all = rowsOf(text);
  if (all.length > maxNumberRows + 1) return null;
  const first = all[0];
  const header = first !== undefined && isHeader(first.cells) ? first.cells : null;
  const rows = header === null ? all : all.slice(1);
  const layout = layoutOf(header, rows);
  return rows.flatMap(({ row, cells }) => {
    const names = layout.names.flatMap((column) => (cells[column] ? [cells[column]] : []));
    const numbers = layout.numbers.flatMap((column) => (cells[column] ? [cells[column]] : []));
    if (numbers.length > 0) return numbers.map((typed) => parseListed(row, typed, names.join(' ')));
    // The row has no number in the usual columns, perhaps one in another column.
    const rest = cells.filter((cell) => cell !== '');
    const stray = rest.find((cell) => readNumber(cell).ok);
    return stray === undefined
      ? [parseListed(row, rest.join(' '), '')]
      : [parseListed(row, stray, names.filter((each) => each !== stray).join(' '))];
  });
};

/** The effect of each number if the list were sent now; `known` are the business's numbers. */
export const previewOf = (
  list: readonly ListedNumber[],
  known: readonly PhoneNumber[],
): readonly PreviewRow[] => {
  const live = new Map(
    known.filter((number) => !number.isDeleted).map((number) => [number.phoneNumber, number.name]),
  );
  const firstRow = new Map<string, number>();
  const verdictOf = (row: number, reading: Reading): PreviewRow['verdict'] => {
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
    verdict: verdictOf(typed.row, reading),
  }));
};
