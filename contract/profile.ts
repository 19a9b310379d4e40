/**
 * A service profile: everything that tells one marketplace, environment and interface generation
 * from another. Whoever hands out the app provides it as a JSON file; nothing is compiled in.
 */
import { z } from 'zod';
import { generationNames } from './generations.ts';

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost'];

/** Line breaks, control characters, and those that turn the direction of writing. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Text that is there and shows as it is. */
const line = (longest: number) =>
  z
    .string()
    .min(1, { abort: true })
    .max(longest)
    .refine(
      (text) => text.trim() !== '' && !unseen.test(text),
      'must not hold line breaks or be blank',
    );

/** A word as OAuth has them (RFC 6749, 3.3): two in one text would be two. */
const word = (longest: number) =>
  z
    .string()
    .min(1, { abort: true })
    .max(longest)
    .refine((text) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text), 'must be one word');

const addressOf = (text: string): URL | null =>
  URL.canParse(text) && !/[\s\p{Cc}]/u.test(text) ? new URL(text) : null;

/** An https address, or http on this computer only (the sandbox). */
const serviceAddress = z.string().refine((text) => {
  const url = addressOf(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname))
  );
}, 'must be an https address');

/** Where the browser comes back to: the literal loopback address, so that no name can be hijacked. */
const loopbackRedirect = z
  .string()
  .refine(
    (text) =>
      addressOf(text) !== null && /^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}(\/[^?#]*)?$/.test(text),
    'must be http://127.0.0.1:PORT/…',
  );

/** What an attempt to connect decides; a request object (RFC 9101) would decide all of it. */
const decidedByAttempt = [
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method', 'request', 'request_uri'],
];

const authorizeParams = z
  .record(z.string(), z.string().max(2_000))
  .refine(
    (parameters) =>
      Object.entries(parameters).every(
        ([name, value]) =>
          /^[\w.:-]{1,100}$/.test(name) && !decidedByAttempt.includes(name) && !unseen.test(value),
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
    clientSecret: line(2_000),
    scopes: z.array(word(200)).min(1).max(50),
    authorizeParams: authorizeParams.default({}),
    pkce: z.boolean().default(true),
    redirectUris: z.array(loopbackRedirect).min(1).max(10),
    staging: z.strictObject({ username: line(500), password: line(2_000) }).optional(),
  })
  .superRefine((profile, context) => {
    const needed = { v4: ['authorizeUrl', 'tokenUrl'], legacy: ['connectUrl'] } as const;
    for (const field of needed[profile.interface])
      if (profile[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'is missing' });
  })
  .readonly();
export type ServiceProfile = z.infer<typeof serviceProfile>;

/** The part of a profile without secrets: what the engine and the screen may know. */
export const publicProfile = z
  .object({
    name: z.string(),
    environment,
    interface: z.enum(generationNames),
    baseUrl: z.string(),
    stagingUrl: z.string().optional(),
    accountInfoPath: z.string().optional(),
    scopes: z.array(z.string()).readonly(),
    /** Whether the profile holds staging test credentials; they stay with main. */
    hasStagingCredentials: z.boolean().optional(),
  })
  .readonly();
export type PublicProfile = z.infer<typeof publicProfile>;

/** A field that changes with another profile of the same client at the same addresses. */
const profileChange = z
  .strictObject({
    field: z.enum([
      ...(['name', 'clientSecret', 'scopes', 'authorizeParams', 'pkce'] as const),
      ...(['redirectUris', 'accountInfoPath', 'staging'] as const),
    ]),
    /** Both empty for what is secret. */
    added: z.array(z.string()).readonly(),
    removed: z.array(z.string()).readonly(),
  })
  .readonly();
export type ProfileChange = z.infer<typeof profileChange>;

/** A profile that was read. */
export const importedProfile = z
  .strictObject({
    profileID: z.string(),
    profile: publicProfile,
    /** The hosts that a sign-in speaks with. */
    signInHosts: z.array(z.string()).readonly(),
    /** Given where it would change the profile of these accounts: it is kept once that was agreed to. */
    replaces: z
      .strictObject({
        accounts: z.array(z.string()).readonly(),
        changes: z.array(profileChange).readonly(),
      })
      .readonly()
      .nullable(),
  })
  .readonly();
export type ImportedProfile = z.infer<typeof importedProfile>;
