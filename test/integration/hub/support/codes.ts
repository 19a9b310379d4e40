/** Signs in at the sandbox as a browser does, for a hub's exchange. */
import { randomBytes } from 'node:crypto';
import type { ServiceProfile } from '../../../../contract/profile.ts';
import { createGrantLegacy } from '../../../../main/connect/grant-legacy.ts';
import { createGrantV4 } from '../../../../main/connect/grant-v4.ts';
import { decide, type Service } from '../../connect/support/service.ts';

export const nameOf = ({ environment, interface: name, clientId }: ServiceProfile) => ({
  environment,
  interface: name,
  clientId,
});

/** Returns what a desktop sends to the broker after the consent page, by the user with this email or the professional. */
export const codeFor = async (
  { businesses }: Pick<Service, 'businesses'>,
  profile: ServiceProfile,
  email: string | null = null,
) => {
  const isV4 = profile.interface === 'v4';
  const grant = isV4 ? createGrantV4(profile, fetch) : createGrantLegacy(profile, fetch);
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = profile.redirectUris[0] ?? '';
  const state = randomBytes(16).toString('hex');
  const hint = { email, hasOtherSession: false };
  const page = grant.buildAuthorizeAddress({ redirectUri, state, verifier, hint });
  const back = await decide(page, 'allow', businesses[0]?.businessID);
  const code = new URL(back).searchParams.get('code') ?? '';
  return { service: nameOf(profile), code, redirectUri, verifier: isV4 ? verifier : null };
};
