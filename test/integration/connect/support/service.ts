/** A real sandbox service for tests of the connection: its profile, its consent form, its control. */
import type { ServiceProfile } from '../../../../contract/profile.ts';
import { defaultOptions } from '../../../../sandbox/options.ts';
import { startSandbox } from '../../../../sandbox/sandbox.ts';
import { redirectPorts } from '../../../ports.ts';

export type Service = {
  readonly profile: ServiceProfile;
  readonly legacyProfile: ServiceProfile;
  /** Of the client that only validates (service.md, Authentication legacy, 11). */
  readonly legacyTestProfile: ServiceProfile;
  /** Credentials of the call that makes a test lead (service.md, F). */
  readonly staging: { readonly username: string; readonly password: string };
  readonly userID: string;
  readonly businesses: readonly { readonly businessID: string; readonly name: string }[];
  /** Calls the control interface (sandbox.md). */
  readonly control: (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;
  readonly stats: () => Promise<{ tokens: { issued: number; refreshed: number; reused: number } }>;
  /** Calls the API with a token; gives the status. */
  readonly call: (path: string, token: string) => Promise<number>;
  readonly close: () => Promise<void>;
};

export const startService = async (): Promise<Service> => {
  const { ready, close } = await startSandbox({ ...defaultOptions, redirectPorts });
  const control: Service['control'] = async (method, path, body) => {
    const answer = await fetch(ready.control.url + path, {
      method,
      headers: {
        authorization: `Bearer ${ready.control.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`control ${path}: ${answer.status}`);
    const text = await answer.text();
    return text === '' ? null : (JSON.parse(text) as unknown);
  };
  const legacyProfile = (client: typeof ready.legacyTest): ServiceProfile => ({
    name: 'Old sandbox',
    environment: 'sandbox',
    interface: 'legacy',
    baseUrl: ready.baseUrl,
    stagingUrl: ready.stagingUrl,
    connectUrl: ready.connectUrl,
    accountInfoPath: ready.legacy.accountInfoPath,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    scopes: ['messages'],
    authorizeParams: {},
    pkce: false,
    redirectUris: [...client.redirectUris],
  });
  return {
    profile: {
      name: 'Sandbox',
      environment: 'sandbox',
      interface: 'v4',
      baseUrl: ready.baseUrl,
      authorizeUrl: ready.v4.authorizeUrl,
      tokenUrl: ready.v4.tokenUrl,
      clientId: ready.v4.clientId,
      clientSecret: ready.v4.clientSecret,
      scopes: [...ready.v4.scopes],
      authorizeParams: { audience: ready.v4.audience },
      pkce: true,
      redirectUris: [...ready.v4.redirectUris],
    },
    legacyProfile: legacyProfile(ready.legacy),
    legacyTestProfile: legacyProfile(ready.legacyTest),
    staging: ready.staging,
    userID: ready.user.userID,
    businesses: ready.businesses,
    control,
    stats: async () => (await control('GET', '/stats')) as Awaited<ReturnType<Service['stats']>>,
    call: async (path, token) => {
      const { status } = await fetch(ready.baseUrl + path, {
        headers: { authorization: `Bearer ${token}` },
      });
      return status;
    },
    close,
  };
};

/**
 * Sends the consent page's form and gives the address that the browser would go to.
 *
 * @param businessID the business that is chosen on a legacy connection page
 */
export const decide = async (
  page: string,
  decision: 'allow' | 'deny',
  businessID?: string,
): Promise<string> => {
  const answer = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ decision, ...(businessID === undefined ? {} : { businessID }) }),
    redirect: 'manual',
  });
  const back = answer.headers.get('location');
  if (back === null) throw new Error(`the consent page answered ${answer.status}`);
  return back;
};
