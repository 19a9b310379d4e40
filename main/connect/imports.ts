/** Imports profiles. The professional confirms changes of an account's profile first. */
import { isDeepStrictEqual } from 'node:util';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { ImportedProfile, ProfileChange, ServiceProfile } from '../../contract/profile.ts';
import type { AccountBook, Done } from './account-book.ts';
import { profileIDOf, readProfile, signInHostsOf, toPublic } from './profiles.ts';

export type Imports = {
  /**
   * Saves a profile, or reports in `replaces` what must be confirmed first. Errors: readProfile's.
   */
  readonly importProfile: (json: string) => Answer<ImportedProfile>;
  /** The professional confirmed the changes. Errors: `not_found`, those of the vault. */
  readonly replaceProfile: (profileID: string) => Answer<Done>;
};

export const createImports = (book: AccountBook): Imports => {
  const heldBack = new Map<string, ServiceProfile>();

  const accountsBy = (profileID: string): readonly string[] =>
    book.accountIDs().flatMap((accountID) => {
      const account = book.account(accountID);
      return account?.profileID === profileID
        ? [account.userName || account.email || accountID]
        : [];
    });

  return {
    importProfile: (json) => {
      const read = readProfile(json);
      if (!read.ok) return read;
      const profile = read.value;
      const profileID = profileIDOf(profile);
      const kept = book.profile(profileID);
      const accounts = accountsBy(profileID);
      const changes = kept === null ? [] : changesOf(kept, profile);
      const imported = {
        profileID,
        profile: toPublic(profile),
        signInHosts: signInHostsOf(profile),
        replaces: null,
      };
      if (accounts.length > 0 && changes.length > 0) {
        heldBack.set(profileID, profile);
        return succeed({ ...imported, replaces: { accounts, changes } });
      }
      const saved = book.saveProfile(profileID, profile);
      return saved.ok ? succeed(imported) : saved;
    },

    replaceProfile: (profileID) => {
      const profile = heldBack.get(profileID);
      return profile === undefined
        ? fail('not_found', 'There is no such profile to replace.')
        : book.saveProfile(profileID, profile);
    },
  };
};

/** Fields that do not identify a profile, as texts; null for secrets. */
const shown: Readonly<
  Record<ProfileChange['field'], ((profile: ServiceProfile) => readonly string[]) | null>
> = {
  name: ({ name }) => [name],
  clientSecret: null,
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
  (Object.keys(shown) as ProfileChange['field'][])
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => {
      const [old, fresh] = [shown[field]?.(before) ?? [], shown[field]?.(after) ?? []];
      return {
        field,
        added: fresh.filter((text) => !old.includes(text)),
        removed: old.filter((text) => !fresh.includes(text)),
      };
    });
