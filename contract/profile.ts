/** Service profiles: JSON files that identify a marketplace, an environment and an interface generation. */
import { z } from 'zod';
import { isEncryptedOrLocal } from './address.ts';
import { generationNames } from './generations.ts';
import { readonlyObject, readonlyStrictObject } from './schema.ts';

/** Line breaks, control characters, and characters that change the direction of text. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Non-blank text without invisible characters. */
const line = (maxLength: number) =>
  z
    .string()
    .min(1, { abort: true })
    .max(maxLength)
    .refine(
      (text) => text.trim() !== '' && !hidden.test(text),
      'must not hold line breaks or be blank',
    );

/** Printable ASCII without spaces, double quotes and backslashes, like an OAuth scope (RFC 6749, 3.3). */
const word = (maxLength: number) =>
  z
    .string()
    .min(1, { abort: true })
    .max(maxLength)
    .refine((text) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text), 'must be one word');

const parseAddress = (text: string): URL | null =>
  URL.canParse(text) && !/[\s\p{Cc}]/u.test(text) ? new URL(text) : null;

/** An https address, or http on this computer only (the sandbox). */
const serviceAddress = z.string().refine((text) => {
  const url = parseAddress(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return isEncryptedOrLocal(url);
}, 'must be an https address');

/** OAuth redirect address: a literal loopback IP, because a host name could be hijacked. */
const loopbackRedirect = z
  .string()
  .refine(
    (text) =>
      parseAddress(text) !== null && /^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}(\/[^?#]*)?$/.test(text),
    'must be http://127.0.0.1:PORT/…',
  );

/** Parameters that a profile must not set: the sign-in sets most; a request object (RFC 9101) would override them. */
const reservedParameters = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
];

const authorizeParams = z
  .record(z.string(), z.string().max(2_000))
  .refine(
    (parameters) =>
      Object.entries(parameters).every(
        ([name, value]) =>
          /^[\w.:-]{1,100}$/.test(name) &&
          !reservedParameters.includes(name) &&
          !hidden.test(value),
      ),
    'must not name what the sign-in itself decides, nor hold line breaks',
  );

export const environment = z.enum(['production', 'staging', 'sandbox']);

export const serviceProfile = z
  .strictObject({
    name: line(100),
    environment,
    interface: z.enum(generationNames),
    baseUrl: serviceAddress,
    stagingUrl: serviceAddress.optional(),
    connectUrl: serviceAddress.optional(),
    authorizeUrl: serviceAddress.optional(),
    tokenUrl: serviceAddress.optional(),
    accountInfoPath: line(500).startsWith('/').optional(),
    clientId: word(500),
    /** Omitted with a broker, which has it. */
    clientSecret: line(2_000).optional(),
    /** Address of the team's hub, which exchanges codes and refreshes tokens. */
    broker: serviceAddress.optional(),
    scopes: z.array(word(200)).min(1).max(50),
    authorizeParams: authorizeParams.default({}),
    pkce: z.boolean().default(true),
    redirectUris: z.array(loopbackRedirect).min(1).max(10),
    staging: z.strictObject({ username: line(500), password: line(2_000) }).optional(),
  })
  .superRefine((profile, context) => {
    const hasBroker = profile.broker !== undefined;
    const hasSecret = profile.clientSecret !== undefined;
    const needed = { v4: ['authorizeUrl', 'tokenUrl'], legacy: ['connectUrl'] } as const;
    for (const field of needed[profile.interface])
      if (profile[field] === undefined && (field !== 'tokenUrl' || !hasBroker))
        context.addIssue({ code: 'custom', path: [field], message: 'is missing' });
    const message = hasBroker
      ? 'must not be in a profile with `broker`: only the hub has the secret'
      : "is missing: the service's operator issues it with the client id; a team's profile has `broker` instead";
    if (hasBroker === hasSecret)
      context.addIssue({ code: 'custom', path: ['clientSecret'], message });
  })
  .readonly();
export type ServiceProfile = z.infer<typeof serviceProfile>;

/** A profile without secrets, for the engine and the window. */
export const publicProfile = readonlyObject({
  name: z.string(),
  environment,
  interface: z.enum(generationNames),
  baseUrl: z.string(),
  stagingUrl: z.string().optional(),
  accountInfoPath: z.string().optional(),
  scopes: z.array(z.string()).readonly(),
  /** Staging credentials exist; they stay in main. */
  hasStagingCredentials: z.boolean().optional(),
});
export type PublicProfile = z.infer<typeof publicProfile>;

/** A field that a newer profile of the same client changes. */
const profileChange = readonlyStrictObject({
  field: z.enum([
    'name',
    'clientSecret',
    'broker',
    'scopes',
    'authorizeParams',
    'pkce',
    'redirectUris',
    'accountInfoPath',
    'staging',
  ]),
  /** Both are empty for secrets. */
  added: z.array(z.string()).readonly(),
  removed: z.array(z.string()).readonly(),
});
export type ProfileChange = z.infer<typeof profileChange>;

export const importedProfile = readonlyStrictObject({
  profileID: z.string(),
  profile: publicProfile,
  /** Hosts contacted at sign-in. */
  signInHosts: z.array(z.string()).readonly(),
  /** Changes to these accounts' profile, which take effect after `connect.replaceProfile`. */
  replaces: readonlyStrictObject({
    accounts: z.array(z.string()).readonly(),
    changes: z.array(profileChange).readonly(),
  }).nullable(),
});
export type ImportedProfile = z.infer<typeof importedProfile>;
