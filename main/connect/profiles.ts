/**
 * Service profiles as they come in: a JSON text from a stranger's hand becomes a checked profile or a
 * sentence that says which field is wrong. Values are never repeated in it: one of them is a secret.
 */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { fail, succeed, type Answer, type ProfileFault } from '../../contract/errors.ts';
import { longestProfile } from '../../contract/limits.ts';
import { serviceProfile, type PublicProfile, type ServiceProfile } from '../../contract/profile.ts';

/**
 * Reads a profile.
 *
 * Errors: `profile_unreadable` for something that is too large or not a JSON object,
 * `profile_invalid` with the fields that are wrong in `detail`.
 */
export const readProfile = (json: string): Answer<ServiceProfile> => {
  if (json.length > longestProfile) {
    return fail('profile_unreadable', 'This file is too large for a service profile.');
  }
  let value: unknown;
  try {
    // A byte order mark, as editors on Windows leave it, is not JSON.
    value = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    return fail('profile_unreadable', 'This file is not a service profile: it is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail('profile_unreadable', 'This file is not a service profile: it is no JSON object.');
  }
  const parsed = serviceProfile.safeParse(value);
  if (parsed.success) return succeed(parsed.data);
  const { issues } = parsed.error;
  const wrong = issues.map((issue) => sayIssue(issue, value));
  return fail('profile_invalid', `The service profile is wrong: ${wrong[0] ?? ''}`.slice(0, 500), {
    detail: wrong.join('\n').slice(0, 2_000),
    faults: issues.flatMap((issue) => faultsOf(issue, value)).slice(0, 20),
  });
};

/** What a profile has at a path; undefined where it has nothing. */
const at = (profile: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    profile,
  );

const faultsOf = (issue: z.core.$ZodIssue, profile: unknown): readonly ProfileFault[] => {
  const path = issue.path.map(String);
  const field = path.join('.').slice(0, 200);
  const isMissing = at(profile, issue.path) === undefined;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        field: [...path, key.slice(0, 60)].join('.').slice(0, 200),
        what: 'unknown' as const,
      }));
    case 'invalid_type':
      return [{ field, what: isMissing ? 'missing' : 'type' }];
    case 'invalid_value':
      return [{ field, what: isMissing ? 'missing' : 'choice' }];
    case 'too_small':
      return [{ field, what: 'empty' }];
    case 'too_big':
      return [{ field, what: 'long' }];
    default:
      return [{ field, what: isMissing ? 'missing' : 'form' }];
  }
};

/** One thing that is wrong, in words. Written here because zod's own words can repeat the value. */
const sayIssue = (issue: z.core.$ZodIssue, profile: unknown): string => {
  const field = issue.path.map(String).join('.');
  const isMissing = at(profile, issue.path) === undefined;
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${field === '' ? '' : `${field}: `}unknown field ${issue.keys.map((key) => key.slice(0, 60)).join(', ')}.`;
    case 'invalid_type':
      return isMissing ? `${field} is missing.` : `${field} must be of type ${issue.expected}.`;
    case 'invalid_value':
      return `${field} must be one of ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `${field} must not be empty.`;
    case 'too_big':
      return `${field} is too long.`;
    case 'custom':
      return field === '' ? `${issue.message}.` : `${field} ${issue.message}.`;
    default:
      return `${field} has the wrong form.`;
  }
};

/** The part of a profile that the screen and the engine may know. */
export const toPublic = (profile: ServiceProfile): PublicProfile => ({
  name: profile.name,
  environment: profile.environment,
  interface: profile.interface,
  baseUrl: profile.baseUrl,
  ...(profile.stagingUrl === undefined ? {} : { stagingUrl: profile.stagingUrl }),
  ...(profile.accountInfoPath === undefined ? {} : { accountInfoPath: profile.accountInfoPath }),
  scopes: profile.scopes,
  ...(profile.staging === undefined ? {} : { hasStagingCredentials: true }),
});

/** The hosts that a sign-in speaks with, each once. */
export const signInHostsOf = ({ connectUrl, authorizeUrl, tokenUrl, ...rest }: ServiceProfile) => [
  ...new Set(
    (rest.interface === 'v4' ? [authorizeUrl, tokenUrl] : [connectUrl, rest.baseUrl]).flatMap(
      (address) => (address === undefined ? [] : [new URL(address).host]),
    ),
  ),
];

/** Every address that something of an account is sent to, written in one way. */
const addressesOf = (profile: ServiceProfile): readonly string[] => {
  const { baseUrl, stagingUrl, connectUrl, authorizeUrl, tokenUrl } = profile;
  return [baseUrl, stagingUrl, connectUrl, authorizeUrl, tokenUrl].map((address) =>
    address === undefined ? '' : new URL(address).href,
  );
};

/**
 * A name for a profile that stays when it is handed out again with another secret or more scopes:
 * the same client at the same addresses. One that leads elsewhere is another profile, and takes the
 * place of none.
 */
export const profileIDOf = (profile: ServiceProfile): string =>
  shortDigest([profile.environment, profile.interface, profile.clientId, ...addressesOf(profile)]);

/** 128 bits that stand for `parts`, in hexadecimal. */
export const shortDigest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
