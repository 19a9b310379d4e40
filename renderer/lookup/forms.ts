/** The form of each lookup: its fields, initial values, validation and request. */
import type { LookupKind, LookupRequest } from '../../contract/commands/lookup.ts';
import { lookup } from '../../contract/limits.ts';
import { findID, isIDField } from './found-ids.ts';

type KeyOf<Request> = Request extends unknown ? Exclude<keyof Request, 'kind'> : never;
export type FieldName = KeyOf<LookupRequest>;

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

type Form<Field> = {
  readonly fields: readonly Field[];
  /** Fields that may be empty. */
  readonly optional?: readonly Field[];
};

const search = { fields: ['searchQuery', 'zipCode', 'utmSource', 'limit'] } as const;

export const forms: Readonly<Record<LookupKind, Form<FieldName>>> = {
  negotiation: { fields: ['negotiationID'] },
  conversation: { fields: ['negotiationID'] },
  message: { fields: ['messageID', 'negotiationID'], optional: ['negotiationID'] },
  user: { fields: [] },
  accountInfo: { fields: [] },
  categories: { fields: ['searchQuery'] },
  recommendations: { fields: ['zipCode', 'recommendationType', 'utmSource', 'limit'] },
  homecare: { fields: ['zipCode', 'propertyType', 'utmSource'], optional: ['propertyType'] },
  keywords: { fields: ['searchQuery', 'limit'] },
  businesses: search,
  olderBusinesses: search,
  filtered: { fields: ['userQuery', 'zipCode', 'utmSource', 'limit'] },
  reviewsOfOne: { fields: ['businessID', 'limit', 'offset'] },
  reviewsOfSeveral: { fields: ['businessIDs', 'limit', 'offset'] },
} satisfies {
  readonly [K in LookupKind]: Form<KeyOf<Extract<LookupRequest, { readonly kind: K }>>>;
};

export const isOptional = (kind: LookupKind, name: FieldName): boolean =>
  forms[kind].optional?.includes(name) === true;

export const initialValues = {
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
export const parseIDs = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((part) => part !== '')),
];

type Range = { readonly min: number; readonly max: number };

const isWholeNumber = (text: string, { min, max }: Range): boolean =>
  /^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max;

const checkWords = (text: string): Mistake | null =>
  text.length > lookup.maxWordsLength ? 'tooLong' : null;
const checkWord = (text: string): Mistake | null => (lookup.word.test(text) ? null : 'word');

const checkID = (text: string): Mistake | null => (lookup.id.test(text) ? null : 'id');

/** Validates a trimmed non-empty input. */
const checks: Readonly<Record<FieldName, (text: string) => Mistake | null>> = {
  searchQuery: checkWords,
  userQuery: checkWords,
  zipCode: (text) => (lookup.zipCode.test(text) ? null : 'zipCode'),
  recommendationType: checkWord,
  propertyType: checkWord,
  utmSource: (text) =>
    text.length <= lookup.maxUtmSourceLength && lookup.utmSource.test(text) ? null : 'utmSource',
  limit: (text) => (isWholeNumber(text, lookup.page) ? null : 'limit'),
  offset: (text) => (isWholeNumber(text, lookup.offset) ? null : 'offset'),
  businessID: checkID,
  negotiationID: checkID,
  messageID: checkID,
  businessIDs: (text) => {
    const ids = parseIDs(text);
    const isCountValid = ids.length >= 1 && ids.length <= lookup.maxBusinesses;
    return isCountValid && ids.every((each) => lookup.id.test(each)) ? null : 'businessIDs';
  },
};

/** The trimmed input; for an id field the id found in it, if any. */
const getInput = (values: Values, name: FieldName): string => {
  const text = (values[name] ?? initialValues[name]).trim();
  return isIDField(name) ? (findID(name, text) ?? text) : text;
};

/** Mistakes of a form; empty if it is valid. */
export const findMistakes = (kind: LookupKind, values: Values): Mistakes =>
  Object.fromEntries(
    forms[kind].fields.flatMap((name) => {
      const text = getInput(values, name);
      const mistake =
        text !== '' ? checks[name](text) : isOptional(kind, name) ? null : ('required' as const);
      return mistake === null ? [] : [[name, mistake]];
    }),
  );

const toRequestValue = (name: FieldName, text: string): unknown => {
  if (name === 'businessIDs') return parseIDs(text);
  return name === 'limit' || name === 'offset' ? Number(text) : text;
};

/** Request of a valid form; empty optional fields are left out. */
export const buildRequest = (kind: LookupKind, values: Values): LookupRequest => {
  const fields = forms[kind].fields
    .map((name) => [name, getInput(values, name)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => [name, toRequestValue(name, text)] as const);
  // The compiler cannot see that a form has the fields of a request of its kind.
  return { kind, ...Object.fromEntries(fields) } as LookupRequest;
};

/** The ids in a pasted text for a form's fields; null if it has none or is just an id. */
export const findPastedIDs = (kind: LookupKind, into: FieldName, text: string): Values | null => {
  if (!isIDField(into) || lookup.id.test(text.trim()) || findID(into, text) === null) return null;
  return Object.fromEntries(
    forms[kind].fields.filter(isIDField).flatMap((name) => {
      const found = findID(name, text);
      return found === null ? [] : [[name, found]];
    }),
  );
};
