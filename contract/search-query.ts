/** Parses a search query. Unknown operators are words; unfinished ones (`is:unr`) have no effect yet. */
import { shownFlagNames, type ShownFlagName } from './flags.ts';
import { viewNames, type ViewName } from './views.ts';

export const operators = [
  'from',
  'has',
  'is',
  'before',
  'after',
  'tag',
  'status',
  'phone',
  'business',
  'category',
  'rule',
  'assignee',
  'by',
] as const;
export type Operator = (typeof operators)[number];

/** Operators about people of a team. */
export const teamOperators: readonly Operator[] = ['assignee', 'by'];

type Dashed<Letter extends string> = Letter extends '_'
  ? '-'
  : Letter extends Lowercase<Letter>
    ? Letter
    : `-${Lowercase<Letter>}`;
type NameValue<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Dashed<Letter>}${NameValue<Rest>}`
  : Name;

/** Returns the value of `is:` for a view or flag: `needs-reply` for `needs_reply` or `needsReply`. */
export const toIsValue = <Name extends string>(name: Name): NameValue<Name> =>
  name.replaceAll(/_|(?=[A-Z])/g, '-').toLowerCase() as NameValue<Name>;

export const searchedViews = viewNames.filter((name) => name !== 'all');

/** Flags that no view of the same name has. */
export const searchedFlags = shownFlagNames.filter(
  (name): name is Exclude<ShownFlagName, ViewName> => !viewNames.some((view) => view === name),
);

/** Values of `is:`: states of a lead, the views, and the flags. */
export const valuesOfIs = [
  ...(['read', 'new', 'answered', 'open'] as const),
  ...searchedViews.map(toIsValue),
  ...searchedFlags.map(toIsValue),
  'automatic',
  'test',
] as const;
export type IsValue = (typeof valuesOfIs)[number];

export const valuesOfHas = [
  'photo',
  'file',
  'phone',
  'price',
  'draft',
  'note',
  'call',
  'tag',
] as const;
export type HasValue = (typeof valuesOfHas)[number];

/** Values of `status:`, in addition to the marketplace's. */
export const statusValues = ['pending', 'quoted', 'hired', 'done', 'not-hired'] as const;

/** Day words, in addition to dates and `7d` for seven days ago. */
export const dayWords = ['today', 'yesterday'] as const;

type Content =
  /** Characters between two spaces; may contain several words, or none. */
  | { readonly kind: 'word'; readonly text: string }
  /** Adjacent words; `isClosed` is false without the final quote. */
  | { readonly kind: 'phrase'; readonly text: string; readonly isClosed: boolean }
  | { readonly kind: 'filter'; readonly operator: Operator; readonly value: string }
  /** An operator with an incomplete value, which has no effect. */
  | { readonly kind: 'unfinished'; readonly operator: Operator; readonly value: string };

export type Term = Content & {
  readonly isNegated: boolean;
  /** Position in the text. */
  readonly from: number;
  readonly to: number;
};

const quotes = /["“”„]/;
const operatorNames: ReadonlySet<string> = new Set(operators);

/** Normalizes a value: `Needs reply` is `needs-reply`. */
export const normalizeValue = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');

const toSingular = (value: string): string => normalizeValue(value).replace(/(?<=.)s$/, '');

/** Parses the value of `has:`, also in the plural; null for an unknown one. */
export const parseHasValue = (value: string): HasValue | null =>
  valuesOfHas.find((each) => each === toSingular(value)) ?? null;

/** Parses the value of `is:`; null for an unknown one. */
export const parseIsValue = (value: string): IsValue | null =>
  valuesOfIs.find((each) => each === normalizeValue(value)) ?? null;

const isoDay = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const americanDay = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/;
const daysAgo = /^(\d{1,4})d$/;

/** Finds the start of a local day; null for an impossible date. */
const findMidnight = (year: number, month: number, day: number): number | null => {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : null;
};

/** Parses a day to its local start in UTC milliseconds; null for other texts. Without a year, the most recent one. */
export const parseDay = (value: string, now: number): number | null => {
  const text = value.trim().toLowerCase();
  const today = new Date(now);
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const subtractDays = (days: number): number => new Date(year, month, date - days).getTime();
  if (text === 'today') return subtractDays(0);
  if (text === 'yesterday') return subtractDays(1);
  const ago = daysAgo.exec(text);
  if (ago) return subtractDays(Number(ago[1]));
  const iso = isoDay.exec(text);
  if (iso) return findMidnight(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const us = americanDay.exec(text);
  if (!us) return null;
  const [typedMonth, typedDay] = [Number(us[1]), Number(us[2])];
  if (us[3] !== undefined)
    return findMidnight(Number(us[3]) + (us[3].length === 2 ? 2_000 : 0), typedMonth, typedDay);
  // February 29 can be eight years ago.
  for (let candidate = year; candidate >= year - 8; candidate -= 1) {
    const at = findMidnight(candidate, typedMonth, typedDay);
    if (at !== null && at <= now) return at;
  }
  return null;
};

const isPartOfDay = (value: string): boolean =>
  /^(?:\d{1,4}|\d{4}-\d{0,2}|\d{4}-\d{1,2}-\d?|\d{1,2}\/\d{0,2}|\d{1,2}\/\d{1,2}\/\d{0,4})$/.test(
    value,
  ) || dayWords.some((word) => word.startsWith(value.toLowerCase()));

type Reading = 'filter' | 'unfinished' | 'word';

const classifyAmong = (values: readonly string[], value: string, exact: string | null): Reading => {
  if (exact !== null) return 'filter';
  return values.some((each) => each.startsWith(normalizeValue(value))) ? 'unfinished' : 'word';
};

/** Any current time: it does not affect whether a text is a day. */
const anyTime = 4_102_444_800_000;

const classifyValue = (operator: Operator, value: string): Reading => {
  if (value.trim() === '') return 'unfinished';
  if (operator === 'is') return classifyAmong(valuesOfIs, value, parseIsValue(value));
  if (operator === 'has') return classifyAmong(valuesOfHas, value, parseHasValue(value));
  if (operator === 'phone') return /\d/.test(value) ? 'filter' : 'word';
  if (operator !== 'before' && operator !== 'after') return 'filter';
  if (parseDay(value, anyTime) !== null) return 'filter';
  return isPartOfDay(value) ? 'unfinished' : 'word';
};

/** Finds the end of the quoted text that starts at `from`. */
const findQuotedEnd = (
  text: string,
  from: number,
): { readonly end: number; readonly isClosed: boolean } => {
  const length = text.slice(from + 1).search(quotes);
  return length < 0
    ? { end: text.length, isClosed: false }
    : { end: from + length + 2, isClosed: true };
};
const findWordEnd = (text: string, from: number): number => {
  const length = text.slice(from).search(/\s/);
  return length < 0 ? text.length : from + length;
};

const unquote = (text: string, from: number, end: number, isClosed: boolean): string =>
  text.slice(from + 1, isClosed ? end - 1 : end);

/** Parses a query; the terms cover the whole text, in order. */
export const parseQuery = (text: string): readonly Term[] => {
  const terms: Term[] = [];
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const from = at;
    const isNegated = /^-[^\s-]/.test(text.slice(at, at + 2));
    const start = isNegated ? at + 1 : at;
    if (quotes.test(text.charAt(start))) {
      const { end, isClosed } = findQuotedEnd(text, start);
      const phrase = unquote(text, start, end, isClosed);
      terms.push({ kind: 'phrase', text: phrase, isClosed, isNegated, from, to: end });
      at = end;
      continue;
    }
    const name = /^([a-z]+):/i.exec(text.slice(start, start + 20))?.[1] ?? '';
    const operator = name.toLowerCase();
    const valueAt = start + name.length + 1;
    const isQuoted = operatorNames.has(operator) && quotes.test(text.charAt(valueAt));
    const quoted = isQuoted ? findQuotedEnd(text, valueAt) : null;
    const end = quoted?.end ?? findWordEnd(text, start);
    at = end;
    if (operatorNames.has(operator)) {
      const value = quoted
        ? unquote(text, valueAt, end, quoted.isClosed)
        : text.slice(valueAt, end);
      const kind = classifyValue(operator as Operator, value);
      if (kind !== 'word') {
        terms.push({ kind, operator: operator as Operator, value, isNegated, from, to: end });
        continue;
      }
    }
    terms.push({ kind: 'word', text: text.slice(start, end), isNegated, from, to: end });
  }
  return terms;
};

/** Quotes within a quoted value become spaces: values are compared by their words. */
const printValue = (value: string): string =>
  /\s/.test(value) || quotes.test(value.charAt(0))
    ? `"${value.replaceAll(new RegExp(quotes, 'g'), ' ')}"`
    : value;

const printTerm = (term: Content): string => {
  switch (term.kind) {
    case 'word':
      return term.text;
    case 'phrase':
      return `"${term.text}${term.isClosed ? '"' : ''}`;
    case 'filter':
    case 'unfinished':
      return `${term.operator}:${printValue(term.value)}`;
  }
};

/** Writes terms as a text that parses to the same terms. */
export const printQuery = (terms: readonly (Content & { readonly isNegated: boolean })[]): string =>
  terms.map((term) => `${term.isNegated ? '-' : ''}${printTerm(term)}`).join(' ');

/** True if the query has a word or a complete operator. */
export const hasCondition = (text: string): boolean =>
  parseQuery(text).some(
    (term) =>
      term.kind === 'filter' || (term.kind !== 'unfinished' && /[\p{L}\p{N}]/u.test(term.text)),
  );
