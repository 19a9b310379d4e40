/** Computes suggestions at the cursor: operators, their values, and recent searches for an empty field. */
import type { CommandOutput } from '../../../contract/commands.ts';
import {
  hasValues,
  isValues,
  operators,
  parseQuery,
  printQuery,
  statusValues,
  teamOperators,
  type Operator,
} from '../../../contract/search-query.ts';
import { teamViewNames } from '../../../contract/views.ts';
import { tokensOf } from '../../../contract/words.ts';

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

const mostValues = 8;
const days = ['today', 'yesterday', '7d', '30d'] as const;

const teamValues: ReadonlySet<string> = new Set(teamViewNames);

const hasTeam = (values: Values | undefined): boolean => (values?.people.length ?? 0) > 0;

const valuesOf = (operator: Operator, values: Values | undefined): readonly string[] => {
  switch (operator) {
    case 'from':
      return ['me'];
    case 'has':
      return hasValues;
    case 'is':
      return isValues.filter((value) => hasTeam(values) || !teamValues.has(value));
    case 'before':
    case 'after':
      return days;
    case 'status': {
      const others = (values?.statuses ?? []).filter((each) => each !== 'Open');
      return [...statusValues, ...others];
    }
    case 'tag':
      return values?.tags ?? [];
    case 'business':
      return values?.businesses ?? [];
    case 'category':
      return values?.categories ?? [];
    case 'rule':
      return values?.rules ?? [];
    case 'assignee':
      return ['me', 'nobody', ...(values?.people ?? [])];
    case 'by':
      return ['me', ...(values?.people ?? [])];
    case 'phone':
      return [];
  }
};

/** Whether each typed word begins a word of the value. */
const matches = (value: string, typed: string): boolean => {
  const words = tokensOf(value).map(({ word }) => word);
  return tokensOf(typed).every(({ word }) => words.some((each) => each.startsWith(word)));
};

export const suggest = (
  text: string,
  caret: number,
  values: Values | undefined,
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
  const all = valuesOf(operator, values)
    .filter((value) => value !== typed && matches(value, typed))
    .slice(0, mostValues)
    .map((value): Suggestion => ({ kind: 'value', operator, value, isNegated }));
  return { all, from, to };
};

/** Inserts a suggestion and returns the text with its new cursor. */
export const withSuggestion = (
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

/** The words of a query, without its operators. */
export const withoutFilters = (query: string): string =>
  printQuery(parseQuery(query).filter(({ kind }) => kind === 'word' || kind === 'phrase'));

/** Whether a query has operators. */
export const hasFilters = (query: string): boolean =>
  parseQuery(query).some(({ kind }) => kind === 'filter' || kind === 'unfinished');
