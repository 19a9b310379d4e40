/** Imports service profiles. The professional first confirms changes to a profile in use. */
import { isDeepStrictEqual } from 'node:util';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ImportedProfile, ProfileChange, ServiceProfile } from '../../contract/profile.ts';
import type { AccountBook, Done } from './account-book.ts';
import { deriveProfileID, parseProfile, listSignInHosts, toPublicProfile } from './profiles.ts';

export const createImports = (book: AccountBook) => {
  const unconfirmed = new Map<string, ServiceProfile>();

  const listAccountNames = (profileID: string): readonly string[] =>
    book.listAccountIDs().flatMap((accountID) => {
      const account = book.readAccount(accountID);
      return account?.profileID === profileID
        ? [account.userName || account.email || accountID]
        : [];
    });

  return {
    /** Saves a profile, or returns the changes to be confirmed. Errors: those of parseProfile and the vault. */
    importProfile: (json: string): Answer<ImportedProfile> => {
      const read = parseProfile(json);
      if (!read.ok) return read;
      const profile = read.value;
      const profileID = deriveProfileID(profile);
      const saved = book.readProfile(profileID);
      const accounts = listAccountNames(profileID);
      const changes = saved === null ? [] : findChanges(saved, profile);
      const imported = {
        profileID,
        profile: toPublicProfile(profile),
        signInHosts: listSignInHosts(profile),
        replaces: null,
      };
      if (accounts.length > 0 && changes.length > 0) {
        unconfirmed.set(profileID, profile);
        return succeed({ ...imported, replaces: { accounts, changes } });
      }
      const written = book.saveProfile(profileID, profile);
      return written.ok ? succeed(imported) : written;
    },

    /** Saves a profile after the professional confirmed. Errors: `not_found`, those of the vault. */
    replaceProfile: (profileID: string): Answer<Done> => {
      const profile = unconfirmed.get(profileID);
      return profile === undefined
        ? fail('not_found', 'There is no such profile to replace.')
        : book.saveProfile(profileID, profile);
    },
  };
};

/** Formatters of the fields that can change, for the window; null for fields with secrets. */
const fieldFormatters: Readonly<
  Record<ProfileChange['field'], ((profile: ServiceProfile) => readonly string[]) | null>
> = {
  name: ({ name }) => [name],
  clientSecret: null,
  broker: ({ broker }) => (broker === undefined ? [] : [broker]),
  scopes: ({ scopes }) => scopes,
  authorizeParams: ({ authorizeParams }) =>
    Object.entries(authorizeParams).map(([name, value]) => `${name}=${value}`),
  pkce: ({ pkce }) => [String(pkce)],
  redirectUris: ({ redirectUris }) => redirectUris,
  accountInfoPath: ({ accountInfoPath }) =>
    accountInfoPath === undefined ? [] : [accountInfoPath],
  staging: null,
};

const findChanges = (before: ServiceProfile, after: ServiceProfile): readonly ProfileChange[] =>
  (Object.keys(fieldFormatters) as ProfileChange['field'][])
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => {
      const oldTexts = fieldFormatters[field]?.(before) ?? [];
      const newTexts = fieldFormatters[field]?.(after) ?? [];
      return {
        field,
        added: newTexts.filter((text) => !oldTexts.includes(text)),
        removed: oldTexts.filter((text) => !newTexts.includes(text)),
      };
    });
