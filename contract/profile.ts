/**
 * A service profile: everything that tells one marketplace, environment and interface generation
 * from another. Whoever hands out the app provides it as a JSON file; nothing is compiled in.
 */
import { z } from 'zod';

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost'];

/** An https address, or http on this computer only (the sandbox). */
const serviceAddress = z.url({ abort: true }).refine((text) => {
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.hash === '';
  return (
    plain &&
    (url.protocol === 'https:' ||
      (url.protocol === 'http:' && loopbackHosts.includes(url.hostname)))
  );
}, 'must be an https address');

/** Where the browser comes back to: the literal loopback address, so that no name can be hijacked. */
const loopbackRedirect = z.url({ abort: true }).refine((text) => {
  const url = new URL(text);
  return url.protocol === 'http:' && url.hostname === '127.0.0.1' && url.port !== '';
}, 'must be http://127.0.0.1:PORT/…');

export const environment = z.enum(['production', 'staging', 'sandbox']);

export const serviceProfile = z
  .strictObject({
    name: z.string().min(1).max(100),
    environment,
    interface: z.enum(['v4', 'legacy']),
    baseUrl: serviceAddress,
    stagingUrl: serviceAddress.optional(),
    connectUrl: serviceAddress.optional(),
    authorizeUrl: serviceAddress.optional(),
    tokenUrl: serviceAddress.optional(),
    accountInfoPath: z.string().startsWith('/').optional(),
    clientId: z.string().min(1).max(500),
    clientSecret: z.string().min(1).max(2_000),
    scopes: z.array(z.string().min(1).max(200)).min(1).max(50),
    authorizeParams: z.record(z.string(), z.string()).default({}),
    pkce: z.boolean().default(true),
    redirectUris: z.array(loopbackRedirect).min(1).max(10),
    staging: z
      .strictObject({ username: z.string().min(1), password: z.string().min(1) })
      .optional(),
  })
  .refine((profile) => profile.interface !== 'v4' || (profile.authorizeUrl && profile.tokenUrl), {
    message: 'a v4 profile needs authorizeUrl and tokenUrl',
  })
  .refine((profile) => profile.interface !== 'legacy' || profile.connectUrl, {
    message: 'a legacy profile needs connectUrl',
  })
  .readonly();
export type ServiceProfile = z.infer<typeof serviceProfile>;

/** The part of a profile without secrets: what the engine and the screen may know. */
export const publicProfile = z
  .object({
    name: z.string(),
    environment,
    interface: z.enum(['v4', 'legacy']),
    baseUrl: z.string(),
    stagingUrl: z.string().optional(),
    accountInfoPath: z.string().optional(),
    scopes: z.array(z.string()).readonly(),
    /** Whether the profile holds staging test credentials; they stay with main. */
    hasStagingCredentials: z.boolean().optional(),
  })
  .readonly();
export type PublicProfile = z.infer<typeof publicProfile>;
