/**
 * The form of each lookup: its fields, initial values, validation and request. contract/limits.ts
 * has the limits.
 */
import type { LookupKind, LookupRequest } from '../../contract/commands/lookup.ts';
import { lookup } from '../../contract/limits.ts';
import { idIn, isIDField } from './found-ids.ts';

export type FieldName =
  | 'searchQuery'
  | 'userQuery'
  | 'zipCode'
  | 'recommendationType'
  | 'propertyType'
  | 'utmSource'
  | 'limit'
  | 'offset'
  | 'businessID'
  | 'businessIDs'
  | 'negotiationID'
  | 'messageID';

/** Raw input. */
export type Values = Readonly<Partial<Record<FieldName, string>>>;

export type Mistake =
  | 'required'
  | 'tooLong'
  | 'zipCode'
  | 'word'
  | 'utmSource'
  | 'limit'
  | 'offset'
  | 'id'
  | 'businessIDs';
export type Mistakes = Readonly<Partial<Record<FieldName, Mistake>>>;

/** Reads a valid form's input. */
type Entries = {
  readonly text: (name: FieldName) => string;
  readonly number: (name: FieldName) => number;
  /** An optional field. */
  readonly some: <N extends FieldName>(name: N) => { readonly [K in N]?: string };
};

type Form<K extends LookupKind = LookupKind> = {
  readonly fields: readonly FieldName[];
  /** Fields that may be empty. */
  readonly optional?: readonly FieldName[];
  readonly ask: (entries: Entries) => Omit<Extract<LookupRequest, { readonly kind: K }>, 'kind'>;
};

const search = {
  fields: ['searchQuery', 'zipCode', 'utmSource', 'limit'],
  ask: ({ text, number }: Entries) => ({
    searchQuery: text('searchQuery'),
    zipCode: text('zipCode'),
    utmSource: text('utmSource'),
    limit: number('limit'),
  }),
} as const;

export const forms: { readonly [K in LookupKind]: Form<K> } = {
  negotiation: {
    fields: ['negotiationID'],
    ask: ({ text }) => ({ negotiationID: text('negotiationID') }),
  },
  conversation: {
    fields: ['negotiationID'],
    ask: ({ text }) => ({ negotiationID: text('negotiationID') }),
  },
  message: {
    fields: ['messageID', 'negotiationID'],
    optional: ['negotiationID'],
    ask: ({ text, some }) => ({ messageID: text('messageID'), ...some('negotiationID') }),
  },
  user: { fields: [], ask: () => ({}) },
  accountInfo: { fields: [], ask: () => ({}) },
  categories: {
    fields: ['searchQuery'],
    ask: ({ text }) => ({ searchQuery: text('searchQuery') }),
  },
  recommendations: {
    fields: ['zipCode', 'recommendationType', 'utmSource', 'limit'],
    ask: ({ text, number }) => ({
      zipCode: text('zipCode'),
      recommendationType: text('recommendationType'),
      utmSource: text('utmSource'),
      limit: number('limit'),
    }),
  },
  homecare: {
    fields: ['zipCode', 'propertyType', 'utmSource'],
    optional: ['propertyType'],
    ask: ({ text, some }) => ({
      zipCode: text('zipCode'),
      utmSource: text('utmSource'),
      ...some('propertyType'),
    }),
  },
  keywords: {
    fields: ['searchQuery', 'limit'],
    ask: ({ text, number }) => ({ searchQuery: text('searchQuery'), limit: number('limit') }),
  },
  businesses: search,
  olderBusinesses: search,
  filtered: {
    fields: ['userQuery', 'zipCode', 'utmSource', 'limit'],
    ask: ({ text, number }) => ({
      userQuery: text('userQuery'),
      zipCode: text('zipCode'),
      utmSource: text('utmSource'),
      limit: number('limit'),
    }),
  },
  reviewsOfOne: {
    fields: ['businessID', 'limit', 'offset'],
    ask: ({ text, number }) => ({
      businessID: text('businessID'),
      limit: number('limit'),
      offset: number('offset'),
    }),
  },
  reviewsOfSeveral: {
    fields: ['businessIDs', 'limit', 'offset'],
    ask: ({ text, number }) => ({
      businessIDs: [...idsIn(text('businessIDs'))],
      limit: number('limit'),
      offset: number('offset'),
    }),
  },
};

export const isOptional = (kind: LookupKind, name: FieldName): boolean =>
  forms[kind].optional?.includes(name) === true;

export const startValues = {
  searchQuery: '',
  userQuery: '',
  zipCode: '',
  recommendationType: 'popular',
  propertyType: '',
  utmSource: 'cma-hearthline',
  limit: '10',
  offset: '0',
  businessID: '',
  businessIDs: '',
  negotiationID: '',
  messageID: '',
} as const satisfies Record<FieldName, string>;

/** The distinct ids in a text, separated by spaces, lines or commas. */
export const idsIn = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((part) => part !== '')),
];

type Span = { readonly least: number; readonly most: number };

const isWhole = (text: string, { least, most }: Span): boolean =>
  /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most;

const wordsMistake = (text: string): Mistake | null =>
  text.length > lookup.longestWords ? 'tooLong' : null;
const wordMistake = (text: string): Mistake | null => (lookup.word.test(text) ? null : 'word');

const idMistake = (text: string): Mistake | null => (lookup.id.test(text) ? null : 'id');

/** Validates a trimmed non-empty input. */
const checks: Readonly<Record<FieldName, (text: string) => Mistake | null>> = {
  searchQuery: wordsMistake,
  userQuery: wordsMistake,
  zipCode: (text) => (lookup.zipCode.test(text) ? null : 'zipCode'),
  recommendationType: wordMistake,
  propertyType: wordMistake,
  utmSource: (text) =>
    text.length <= lookup.longestUtmSource && lookup.utmSource.test(text) ? null : 'utmSource',
  limit: (text) => (isWhole(text, lookup.page) ? null : 'limit'),
  offset: (text) => (isWhole(text, lookup.offset) ? null : 'offset'),
  businessID: idMistake,
  negotiationID: idMistake,
  messageID: idMistake,
  businessIDs: (text) => {
    const ids = idsIn(text);
    const isShort = ids.length >= 1 && ids.length <= lookup.mostBusinesses;
    return isShort && ids.every((each) => lookup.id.test(each)) ? null : 'businessIDs';
  },
};

/** The trimmed input; for an id field the id found in it, if any. */
export const entry = (values: Values, name: FieldName): string => {
  const text = (values[name] ?? startValues[name]).trim();
  return isIDField(name) ? (idIn(name, text) ?? text) : text;
};

/** Mistakes of a form; empty if it is valid. */
export const mistakesIn = (kind: LookupKind, values: Values): Mistakes =>
  Object.fromEntries(
    forms[kind].fields.flatMap((name) => {
      const text = entry(values, name);
      const mistake =
        text !== '' ? checks[name](text) : isOptional(kind, name) ? null : ('required' as const);
      return mistake === null ? [] : [[name, mistake]];
    }),
  );

/** Request of a valid form. */
export const requestOf = (kind: LookupKind, values: Values): LookupRequest => {
  const text = (name: FieldName): string => entry(values, name);
  const entries: Entries = {
    text,
    number: (name) => Number(text(name)),
    some: (name) => (text(name) === '' ? {} : { [name]: text(name) }) as never,
  };
  // The compiler cannot see that a form returns a request of the same kind.
  return { kind, ...forms[kind].ask(entries) } as LookupRequest;
};

/**
 * The ids in a pasted text for the fields of a form; null if the text has none or is just an id.
 */
export const idsPasted = (kind: LookupKind, into: FieldName, text: string): Values | null => {
  if (!isIDField(into) || lookup.id.test(text.trim()) || idIn(into, text) === null) return null;
  return Object.fromEntries(
    forms[kind].fields.filter(isIDField).flatMap((name) => {
      const found = idIn(name, text);
      return found === null ? [] : [[name, found]];
    }),
  );
};
