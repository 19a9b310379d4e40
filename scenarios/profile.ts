/** The service profile with which Hearthline connects to a sandbox (docs/service-profile.md). */
import type { Ready } from '../sandbox/ready.ts';

/** Builds the content of the profile file from the sandbox's ready line. */
export const buildProfile = (
  { baseUrl, stagingUrl, connectUrl, v4, staging }: Ready,
  name: string,
) => ({
  name,
  environment: 'sandbox',
  interface: 'v4',
  baseUrl,
  stagingUrl,
  connectUrl,
  authorizeUrl: v4.authorizeUrl,
  tokenUrl: v4.tokenUrl,
  clientId: v4.clientId,
  clientSecret: v4.clientSecret,
  scopes: v4.scopes,
  authorizeParams: { audience: v4.audience, prompt: 'consent' },
  pkce: true,
  redirectUris: v4.redirectUris,
  staging,
});
