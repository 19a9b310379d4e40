/**
 * Subjects of a team's log. Tokens are strict, because a subject decides who may publish an entry. Persons
 * own the subjects that name them (`findOwner`).
 */
import { z } from 'zod';

/** A keyed hash of a lead or an account (main/sealing/subject-keys.ts), which hides its id from the server. */
export const hashedKey = z.string().regex(/^[a-z2-7]{26}$/);
/** One level of a subject: an id, a name or a keyed hash. */
export const token = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export type Subject =
  | { readonly of: 'in'; readonly account: string; readonly key: string }
  | {
      readonly of: 'fact';
      readonly lead: string;
      readonly name: string;
      /** Distinguishes several values of one name: a tag, a person, a person and that person's note. */
      readonly item: readonly string[];
    }
  | { readonly of: 'reply'; readonly lead: string; readonly reply: string }
  | { readonly of: 'claim' | 'turn'; readonly lead: string }
  | { readonly of: 'duty'; readonly name: string; readonly account: string }
  | { readonly of: 'team'; readonly name: string; readonly item: readonly string[] }
  /** Settings that follow a person to each computer. */
  | { readonly of: 'person'; readonly person: string; readonly name: string };

/** The tokens of each subject in order. `lead` and `account` are hashed keys, `item` has up to two tokens. */
const tokenNames = {
  in: ['account', 'key'],
  fact: ['lead', 'name', 'item'],
  reply: ['lead', 'reply'],
  claim: ['lead'],
  turn: ['lead'],
  duty: ['name', 'account'],
  team: ['name', 'item'],
  person: ['person', 'name'],
} as const satisfies Readonly<Record<Subject['of'], readonly string[]>>;

const maxItems = 2;

const isValidToken = (text: string, name?: string): boolean =>
  (name === 'lead' || name === 'account' ? hashedKey : token).safeParse(text).success;

/** Throws for an invalid token, with which it would be another subject. */
export const formatSubject = ({ of, ...values }: Subject): string => {
  const byName: Readonly<Record<string, string | readonly string[]>> = values;
  const tokens = tokenNames[of].flatMap((name) => byName[name] ?? []);
  const text = [of, ...tokens].join('.');
  if (!tokens.every((each) => isValidToken(each)) || parseSubject(text).of !== of)
    throw new TypeError('invalid token of a subject');
  return text;
};

/** Parses a subject; one that this version does not know is `other`. */
export const parseSubject = (text: string): Subject | { readonly of: 'other' } => {
  const [of = '', ...tokens] = text.split('.');
  const all: readonly string[] = Object.hasOwn(tokenNames, of)
    ? tokenNames[of as Subject['of']]
    : [];
  const names = all.filter((name) => name !== 'item');
  const item = tokens.slice(names.length);
  const isKnown = names.length > 0 && tokens.length >= names.length;
  const maxRest = all.length > names.length ? maxItems : 0;
  if (!isKnown || item.length > maxRest) return { of: 'other' };
  if (!tokens.every((each, at) => isValidToken(each, names[at]))) return { of: 'other' };
  const values = Object.fromEntries(names.map((name, at) => [name, tokens[at]]));
  return { of, ...values, ...(maxRest > 0 && { item }) } as unknown as Subject;
};

/** The hub's own subjects, whose entries are not sealed: the log's epoch, and changes of members or accounts. */
export const hubSubjects: readonly string[] = ['team.epoch', 'team.roster'];

/** Names whose first item token is the only person who may publish them. */
const ownedNames: ReadonlySet<string> = new Set(['note', 'read', 'unread']);

/** Returns the only person who may publish on a subject; null if everybody may. */
export const findOwner = (subject: string): string | null => {
  const parsed = parseSubject(subject);
  if (parsed.of === 'person') return parsed.person;
  return parsed.of === 'fact' && ownedNames.has(parsed.name) ? (parsed.item[0] ?? '') : null;
};
