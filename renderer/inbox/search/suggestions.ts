/** Computes suggestions at the cursor: operators, their values, and recent searches for an empty field. */
import type { CommandOutput } from '../../../contract/commands.ts';
import {
  valuesOfHas,
  valuesOfIs,
  operators,
  parseQuery,
  printQuery,
  statusValues,
  teamOperators,
  type Operator,
} from '../../../contract/search-query.ts';
import { teamViewNames } from '../../../contract/views.ts';
import { tokenize } from '../../../contract/words.ts';

export type Values = CommandOutput<'search.values'>;

export type Suggestion =
  | { readonly kind: 'recent'; readonly query: string }
  | { readonly kind: 'operator'; readonly operator: Operator; readonly isNegated: boolean }
  | {
      readonly kind: 'value';
      readonly operator: Operator;
      readonly value: string;
      readonly isNegated: boolean;
    };

export type Suggestions = {
  readonly all: readonly Suggestion[];
  /** The part of the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
};

const maxValues = 8;
const days = ['today', 'yesterday', '7d', '30d'] as const;

const teamValues: ReadonlySet<string> = new Set(teamViewNames);

const noValues: Values = {
  businesses: [],
  categories: [],
  tags: [],
  statuses: [],
  rules: [],
  people: [],
};

const hasTeam = ({ people }: Values): boolean => people.length > 0;

const buildValues = (values: Values): Readonly<Record<Operator, readonly string[]>> => ({
  from: ['me'],
  has: valuesOfHas,
  is: valuesOfIs.filter((value) => hasTeam(values) || !teamValues.has(value)),
  before: days,
  after: days,
  status: [...statusValues, ...values.statuses.filter((each) => each !== 'Open')],
  tag: values.tags,
  business: values.businesses,
  category: values.categories,
  rule: values.rules,
  assignee: ['me', 'nobody', ...values.people],
  by: ['me', ...values.people],
  phone: [],
});

/** True if each typed word begins a word of the value. */
const isMatch = (value: string, typed: string): boolean => {
  const words = tokenize(value).map(({ word }) => word);
  return tokenize(typed).every(({ word }) => words.some((each) => each.startsWith(word)));
};

export const suggest = (
  text: string,
  caret: number,
  values: Values = noValues,
  recent: readonly string[],
): Suggestions => {
  const none = { all: [], from: caret, to: caret };
  const known = operators.filter((each) => hasTeam(values) || !teamOperators.includes(each));
  const allOperators = known.map((operator): Suggestion => ({
    kind: 'operator',
    operator,
    isNegated: false,
  }));
  if (text.trim() === '') {
    const searches = recent.map((query): Suggestion => ({ kind: 'recent', query }));
    return { all: [...searches, ...allOperators], from: 0, to: text.length };
  }
  const term = parseQuery(text.slice(0, caret)).at(-1);
  if (term === undefined || term.to !== caret || /\S/.test(text.charAt(caret))) return none;
  const { from, to, isNegated } = term;
  if (term.kind === 'word') {
    const typed = term.text.toLowerCase();
    const all = known
      .filter((operator) => operator.startsWith(typed))
      .map((operator): Suggestion => ({ kind: 'operator', operator, isNegated }));
    return { all, from, to };
  }
  if (term.kind === 'phrase') return none;
  const { operator, value: typed } = term;
  const candidates = buildValues(values)[operator];
  const all = candidates
    .filter((value) => value !== typed && isMatch(value, typed))
    .slice(0, maxValues)
    .map((value): Suggestion => ({ kind: 'value', operator, value, isNegated }));
  return { all, from, to };
};

/** Inserts a suggestion and returns the text with its new cursor. */
export const insertSuggestion = (
  text: string,
  { from, to }: Suggestions,
  suggestion: Suggestion,
): { readonly text: string; readonly caret: number } => {
  if (suggestion.kind === 'recent')
    return { text: suggestion.query, caret: suggestion.query.length };
  const { operator, isNegated } = suggestion;
  const value = suggestion.kind === 'value' ? suggestion.value : '';
  const kind = value === '' ? 'unfinished' : 'filter';
  const term = printQuery([{ kind, operator, value, isNegated }]);
  const inserted = value === '' ? term : `${term} `;
  const rest = text.slice(to).replace(/^\s/, '');
  return { text: `${text.slice(0, from)}${inserted}${rest}`, caret: from + inserted.length };
};

/** Removes the operators of a query, so that its words remain. */
export const removeFilters = (query: string): string =>
  printQuery(parseQuery(query).filter(({ kind }) => kind === 'word' || kind === 'phrase'));

/** True if the query has operators. */
export const hasFilters = (query: string): boolean =>
  parseQuery(query).some(({ kind }) => kind === 'filter' || kind === 'unfinished');
