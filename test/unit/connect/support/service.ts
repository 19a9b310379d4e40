/** Profiles and logs for tests of the connection. */
import { randomBytes } from 'node:crypto';
import { serviceProfile, type ServiceProfile } from '../../../../contract/profile.ts';
import { openVault, type Vault } from '../../../../main/vault/vault.ts';

/** A log in memory that a test can search for secrets. */
export const createKeptLog = () => {
  const lines: string[] = [];
  const keep = (fields: object, text: string): void => {
    lines.push(`${text} ${JSON.stringify(fields)}`);
  };
  return { lines, info: keep, warn: keep, error: keep };
};

export const createMemoryVault = (): Vault => {
  const vault = openVault({ file: '', key: null, random: randomBytes, log: createKeptLog() });
  if (!vault.ok) throw new Error(vault.error.message);
  return vault.value;
};

export const canarySecret = 'canary-client-secret-4f1d';

export const buildProfile = (changes: Partial<ServiceProfile> = {}): ServiceProfile => ({
  name: 'Somewhere',
  environment: 'staging',
  interface: 'v4',
  baseUrl: 'https://api.example.com',
  authorizeUrl: 'https://auth.example.com/oauth2/auth',
  tokenUrl: 'https://auth.example.com/oauth2/token',
  clientId: 'client-1',
  clientSecret: canarySecret,
  scopes: ['offline_access', 'supply::users.read'],
  authorizeParams: { audience: 'urn:partner-api' },
  pkce: true,
  redirectUris: ['http://127.0.0.1:47813/callback'],
  ...changes,
});

/** A sign-in without a known person. */
export const anybody = { email: null, hasOtherSession: false };

/** The value of an answer; throws if it is a failure. */
export const unwrap = <T>(
  answer: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: object },
): T => {
  if (!answer.ok) throw new Error(`unexpected failure ${JSON.stringify(answer.error)}`);
  return answer.value;
};

export const buildLegacyProfile = (changes: Partial<ServiceProfile> = {}): ServiceProfile => ({
  name: 'Somewhere',
  environment: 'staging',
  interface: 'legacy',
  baseUrl: 'https://api.example.com',
  connectUrl: 'https://connect.example.com',
  accountInfoPath: '/v2/get-service-info',
  clientId: 'client-1',
  clientSecret: canarySecret,
  scopes: ['messages'],
  authorizeParams: {},
  pkce: false,
  redirectUris: ['http://127.0.0.1:47813/callback'],
  ...changes,
});

/** A legacy profile without an account info path. */
export const buildProfileWithoutAccountInfo = (): ServiceProfile =>
  serviceProfile.parse({ ...buildLegacyProfile(), accountInfoPath: undefined });
