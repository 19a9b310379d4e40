/** Parses service profiles. Error texts never repeat a value, because it may be the secret. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { fail, succeed, type Answer, type ProfileMistake } from '../../contract/errors.ts';
import { maxProfileLength } from '../../contract/limits.ts';
import { serviceProfile, type PublicProfile, type ServiceProfile } from '../../contract/profile.ts';

/** Parses a profile. Errors: `profile_unreadable`; `profile_invalid`, with `mistakes` and their texts in `detail`. */
export const parseProfile = (json: string): Answer<ServiceProfile> => {
  if (json.length > maxProfileLength)
    return fail('profile_unreadable', 'This file is too large for a service profile.');
  let value: unknown;
  try {
    // Editors on Windows may leave a byte order mark, which is not JSON.
    value = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    return fail('profile_unreadable', 'This file is not a service profile: it is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail('profile_unreadable', 'This file is not a service profile: it is no JSON object.');
  const parsed = serviceProfile.safeParse(value);
  if (parsed.success) return succeed(parsed.data);
  const { issues } = parsed.error;
  const found = issues.map((issue) => describeIssue(issue, value));
  const texts = found.map(({ text }) => text);
  return fail('profile_invalid', `The service profile is wrong: ${texts[0] ?? ''}`.slice(0, 500), {
    detail: texts.join('\n').slice(0, 2_000),
    mistakes: found.flatMap(({ mistakes }) => mistakes).slice(0, 20),
  });
};

const getValueAt = (profile: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    profile,
  );

/** Describes an issue in our words, because zod's can repeat the value. */
const describeIssue = (
  issue: z.core.$ZodIssue,
  profile: unknown,
): { readonly mistakes: readonly ProfileMistake[]; readonly text: string } => {
  const path = issue.path.map(String);
  const field = path.join('.');
  const isMissing = getValueAt(profile, issue.path) === undefined;
  const describe = (what: ProfileMistake['what'], text: string) => ({
    mistakes: [{ field: field.slice(0, 200), what }],
    text,
  });
  switch (issue.code) {
    case 'unrecognized_keys': {
      const keys = issue.keys.map((key) => key.slice(0, 60));
      return {
        mistakes: keys.map((key) => ({
          field: [...path, key].join('.').slice(0, 200),
          what: 'unknown',
        })),
        text: `${field === '' ? '' : `${field}: `}unknown field ${keys.join(', ')}.`,
      };
    }
    case 'invalid_type':
      return isMissing
        ? describe('missing', `${field} is missing.`)
        : describe('type', `${field} must be of type ${issue.expected}.`);
    case 'invalid_value': {
      const text = `${field} must be one of ${issue.values.map(String).join(', ')}.`;
      return describe(isMissing ? 'missing' : 'choice', text);
    }
    case 'too_small':
      return describe('empty', `${field} must not be empty.`);
    case 'too_big':
      return describe('long', `${field} is too long.`);
    default: {
      const text = issue.code === 'custom' ? issue.message : 'has the wrong form';
      return describe(isMissing ? 'missing' : 'form', `${field} ${text}.`.trimStart());
    }
  }
};

/** Returns the fields of a profile that window and engine may see. */
export const toPublicProfile = (profile: ServiceProfile): PublicProfile => ({
  name: profile.name,
  environment: profile.environment,
  interface: profile.interface,
  baseUrl: profile.baseUrl,
  ...(profile.stagingUrl === undefined ? {} : { stagingUrl: profile.stagingUrl }),
  ...(profile.accountInfoPath === undefined ? {} : { accountInfoPath: profile.accountInfoPath }),
  scopes: profile.scopes,
  ...(profile.staging === undefined ? {} : { hasStagingCredentials: true }),
});

/** Returns the hosts that receive credentials, so that the professional can check them. */
export const listSignInHosts = (profile: ServiceProfile): readonly string[] => {
  const { baseUrl, connectUrl, authorizeUrl, tokenUrl, broker } = profile;
  const [page, endpoint] =
    profile.interface === 'v4' ? [authorizeUrl, tokenUrl] : [connectUrl, baseUrl];
  const addresses = [page, broker ?? endpoint].filter((address) => address !== undefined);
  return [...new Set(addresses.map((address) => new URL(address).host))];
};

const listAddresses = (profile: ServiceProfile): readonly string[] => {
  const { baseUrl, stagingUrl, connectUrl, authorizeUrl, tokenUrl } = profile;
  return [baseUrl, stagingUrl, connectUrl, authorizeUrl, tokenUrl].map((address) =>
    address === undefined ? '' : new URL(address).href,
  );
};

/** Identifies a profile by its client and addresses. Its secret, scopes and other fields may change. */
export const deriveProfileID = (profile: ServiceProfile): string =>
  computeDigest([
    profile.environment,
    profile.interface,
    profile.clientId,
    ...listAddresses(profile),
  ]);

/** Returns 128 bits of a digest of `parts`, in hexadecimal. */
export const computeDigest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
