/** Control calls and profiles for tests, from the line that the sandbox prints when it is ready. */
import type { z } from 'zod';
import type { serviceProfile } from '../contract/profile.ts';
import type { Ready } from '../sandbox/ready.ts';

export type Json = Readonly<Record<string, unknown>>;
type ProfileFile = z.input<typeof serviceProfile>;

/** Calls the sandbox's control interface; returns null for an empty response. */
export type Control = <T = Json>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
) => Promise<T>;

export const createControl =
  ({ control: { url, token } }: Ready): Control =>
  async <T>(method: 'GET' | 'POST', path: string, body?: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  };

const pickAddresses = ({ baseUrl, stagingUrl, connectUrl }: Ready) =>
  ({ environment: 'sandbox', baseUrl, stagingUrl, connectUrl }) as const;

export const buildV4Profile = (ready: Ready): ProfileFile => ({
  name: 'Test marketplace',
  interface: 'v4',
  ...pickAddresses(ready),
  authorizeUrl: ready.v4.authorizeUrl,
  tokenUrl: ready.v4.tokenUrl,
  clientId: ready.v4.clientId,
  clientSecret: ready.v4.clientSecret,
  scopes: [...ready.v4.scopes],
  authorizeParams: { audience: ready.v4.audience, prompt: 'consent' },
  pkce: true,
  redirectUris: [...ready.v4.redirectUris],
  staging: ready.staging,
});

/** @param client the regular client, or the test client, whose messages are only validated */
export const buildLegacyProfile = (
  ready: Ready,
  client: 'legacy' | 'legacyTest' = 'legacy',
): ProfileFile => ({
  name: 'Old marketplace',
  interface: 'legacy',
  ...pickAddresses(ready),
  accountInfoPath: ready.legacy.accountInfoPath,
  clientId: ready[client].clientId,
  clientSecret: ready[client].clientSecret,
  scopes: ['messages'],
  redirectUris: [...ready[client].redirectUris],
});
