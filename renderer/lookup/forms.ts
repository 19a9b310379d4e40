/**
 * The form of each lookup: its fields, what they hold at first, what is wrong with an entry, and the
 * request that it makes. What an entry may be is the contract's (contract/limits.ts).
 */
import type { LookupKind, LookupRequest } from '../../contract/commands/lookup.ts';
import { lookup } from '../../contract/limits.ts';

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
  | 'businessIDs';

/** What people typed, as they typed it. */
export type Values = Readonly<Partial<Record<FieldName, string>>>;

export type Mistake =
  | 'required'
  | 'tooLong'
  | 'zipCode'
  | 'word'
  | 'utmSource'
  | 'limit'
  | 'offset'
  | 'businessID'
  | 'businessIDs';
export type Mistakes = Readonly<Partial<Record<FieldName, Mistake>>>;

export type Form = {
  readonly method: 'GET' | 'POST';
  /** As the service's documentation writes it. */
  readonly path: string;
  readonly fields: readonly FieldName[];
};

export const forms = {
  categories: { method: 'GET', path: '/api/v4/categories/search', fields: ['searchQuery'] },
  recommendations: {
    method: 'GET',
    path: '/api/v4/categories/recommendations',
    fields: ['zipCode', 'recommendationType', 'utmSource', 'limit'],
  },
  homecare: {
    method: 'GET',
    path: '/api/v4/categories/homecare',
    fields: ['zipCode', 'propertyType', 'utmSource'],
  },
  keywords: { method: 'GET', path: '/api/v4/keywords/search', fields: ['searchQuery', 'limit'] },
  businesses: {
    method: 'POST',
    path: '/api/v4/businesses/search',
    fields: ['searchQuery', 'zipCode', 'utmSource', 'limit'],
  },
  filtered: {
    method: 'POST',
    path: '/api/v4/businesses/search-filtered',
    fields: ['userQuery', 'zipCode', 'utmSource', 'limit'],
  },
  reviewsOfOne: {
    method: 'GET',
    path: '/api/v4/businesses/{businessID}/reviews',
    fields: ['businessID', 'limit', 'offset'],
  },
  reviewsOfSeveral: {
    method: 'GET',
    path: '/api/v4/reviews/',
    fields: ['businessIDs', 'limit', 'offset'],
  },
} as const satisfies Record<LookupKind, Form>;

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
} as const satisfies Record<FieldName, string>;

export const optional: ReadonlySet<FieldName> = new Set(['propertyType']);

/** The ids in a text, one a line or between commas, each once. */
export const idsIn = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((part) => part !== '')),
];

type Span = { readonly least: number; readonly most: number };

const isWhole = (text: string, { least, most }: Span): boolean =>
  /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most;

const wordsMistake = (text: string): Mistake | null =>
  text.length > lookup.longestWords ? 'tooLong' : null;
const wordMistake = (text: string): Mistake | null => (lookup.word.test(text) ? null : 'word');

/** What is wrong with a trimmed entry that is not empty, or null. */
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
  businessID: (text) => (lookup.businessID.test(text) ? null : 'businessID'),
  businessIDs: (text) => {
    const ids = idsIn(text);
    const isShort = ids.length >= 1 && ids.length <= lookup.mostBusinesses;
    return isShort && ids.every((each) => lookup.businessID.test(each)) ? null : 'businessIDs';
  },
};

const entry = (values: Values, name: FieldName): string =>
  (values[name] ?? startValues[name]).trim();

/** What is wrong with the entries of a form; nothing when it can be sent. */
export const mistakesIn = (kind: LookupKind, values: Values): Mistakes =>
  Object.fromEntries(
    forms[kind].fields.flatMap((name) => {
      const text = entry(values, name);
      const mistake =
        text !== '' ? checks[name](text) : optional.has(name) ? null : ('required' as const);
      return mistake === null ? [] : [[name, mistake]];
    }),
  );

/** The request of a form without mistakes. */
export const requestOf = (kind: LookupKind, values: Values): LookupRequest => {
  const text = (name: FieldName): string => entry(values, name);
  const limit = Number(text('limit'));
  const offset = Number(text('offset'));
  const place = { zipCode: text('zipCode'), utmSource: text('utmSource') };
  switch (kind) {
    case 'categories':
      return { kind, searchQuery: text('searchQuery') };
    case 'keywords':
      return { kind, searchQuery: text('searchQuery'), limit };
    case 'recommendations':
      return { kind, ...place, recommendationType: text('recommendationType'), limit };
    case 'homecare': {
      const propertyType = text('propertyType');
      return { kind, ...place, ...(propertyType !== '' && { propertyType }) };
    }
    case 'businesses':
      return { kind, ...place, searchQuery: text('searchQuery'), limit };
    case 'filtered':
      return { kind, ...place, userQuery: text('userQuery'), limit };
    case 'reviewsOfOne':
      return { kind, businessID: text('businessID'), limit, offset };
    case 'reviewsOfSeveral':
      return { kind, businessIDs: [...idsIn(text('businessIDs'))], limit, offset };
  }
};
