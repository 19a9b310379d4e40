/** Imports service profiles. The professional first confirms changes to a profile in use. */
import { isDeepStrictEqual } from 'node:util';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ImportedProfile, ProfileChange, ServiceProfile } from '../../contract/profile.ts';
import type { AccountBook, Done } from './account-book.ts';
import { profileIDOf, readProfile, signInHostsOf, toPublic } from './profiles.ts';

export const createImports = (book: AccountBook) => {
  const unconfirmed = new Map<string, ServiceProfile>();

  const accountsWith = (profileID: string): readonly string[] =>
    book.accountIDs().flatMap((accountID) => {
      const account = book.account(accountID);
      return account?.profileID === profileID
        ? [account.userName || account.email || accountID]
        : [];
    });

  return {
    /** Saves a profile, or returns the changes to be confirmed. Errors: those of readProfile and the vault. */
    importProfile: (json: string): Answer<ImportedProfile> => {
      const read = readProfile(json);
      if (!read.ok) return read;
      const profile = read.value;
      const profileID = profileIDOf(profile);
      const saved = book.profile(profileID);
      const accounts = accountsWith(profileID);
      const changes = saved === null ? [] : changesOf(saved, profile);
      const imported = {
        profileID,
        profile: toPublic(profile),
        signInHosts: signInHostsOf(profile),
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

/** Converts each field that can change to texts for the window; null for fields with secrets. */
const textsOf: Readonly<
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

const changesOf = (before: ServiceProfile, after: ServiceProfile): readonly ProfileChange[] =>
  (Object.keys(textsOf) as ProfileChange['field'][])
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => {
      const oldTexts = textsOf[field]?.(before) ?? [];
      const newTexts = textsOf[field]?.(after) ?? [];
      return {
        field,
        added: newTexts.filter((text) => !oldTexts.includes(text)),
        removed: oldTexts.filter((text) => !newTexts.includes(text)),
      };
    });
