/**
 * Subjects of a team's log. Tokens are strict, because a subject decides who may publish an entry. Persons
 * own the subjects that name them (`ownerOf`).
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

const deepest = 2;

const isToken = (text: string): boolean => token.safeParse(text).success;
const isKey = (text: string): boolean => hashedKey.safeParse(text).success;

const tokensOf = (subject: Subject): readonly string[] => {
  switch (subject.of) {
    case 'in':
      return [subject.account, subject.key];
    case 'fact':
      return [subject.lead, subject.name, ...subject.item];
    case 'reply':
      return [subject.lead, subject.reply];
    case 'claim':
    case 'turn':
      return [subject.lead];
    case 'duty':
      return [subject.name, subject.account];
    case 'team':
      return [subject.name, ...subject.item];
    case 'person':
      return [subject.person, subject.name];
  }
};

/** Throws for an invalid token, with which it would be another subject. */
export const formatSubject = (subject: Subject): string => {
  const tokens = tokensOf(subject);
  const text = [subject.of, ...tokens].join('.');
  if (!tokens.every(isToken) || parseSubject(text).of !== subject.of)
    throw new TypeError('invalid token of a subject');
  return text;
};

/** Parses a subject; one that this version does not know is `other`. */
export const parseSubject = (text: string): Subject | { readonly of: 'other' } => {
  const [of = '', ...tokens] = text.split('.');
  const [first = '', second = '', ...rest] = tokens;
  if (tokens.every(isToken))
    switch (of) {
      case 'in':
        if (isKey(first) && tokens.length === 2) return { of, account: first, key: second };
        break;
      case 'fact':
        if (isKey(first) && tokens.length >= 2 && rest.length <= deepest)
          return { of, lead: first, name: second, item: rest };
        break;
      case 'reply':
        if (isKey(first) && tokens.length === 2) return { of, lead: first, reply: second };
        break;
      case 'claim':
      case 'turn':
        if (isKey(first) && tokens.length === 1) return { of, lead: first };
        break;
      case 'duty':
        if (isKey(second) && tokens.length === 2) return { of, name: first, account: second };
        break;
      case 'team':
        if (tokens.length >= 1 && tokens.length <= 1 + deepest)
          return { of, name: first, item: tokens.slice(1) };
        break;
      case 'person':
        if (tokens.length === 2) return { of, person: first, name: second };
        break;
    }
  return { of: 'other' };
};

/** The hub's own subjects, whose entries are not sealed: the log's epoch, and changes of members or accounts. */
export const hubSubjects: readonly string[] = ['team.epoch', 'team.roster'];

/** Names whose first item token is the only person who may publish them. */
const ownedNames: ReadonlySet<string> = new Set(['note', 'read', 'unread']);

/** Returns the only person who may publish on a subject; null if everybody may. */
export const ownerOf = (subject: string): string | null => {
  const parsed = parseSubject(subject);
  if (parsed.of === 'person') return parsed.person;
  return parsed.of === 'fact' && ownedNames.has(parsed.name) ? (parsed.item[0] ?? '') : null;
};
