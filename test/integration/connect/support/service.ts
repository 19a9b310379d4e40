/** A real sandbox for tests of connecting: profiles, consent form, control calls. */
import { serviceProfile, type ServiceProfile } from '../../../../contract/profile.ts';
import { defaultOptions } from '../../../../sandbox/options.ts';
import { startSandbox } from '../../../../sandbox/sandbox.ts';
import { redirectPorts } from '../../../ports.ts';
import {
  createControl,
  buildLegacyProfile,
  buildV4Profile,
  type Control,
} from '../../../service-ready.ts';

export type Service = {
  readonly profile: ServiceProfile;
  readonly legacyProfile: ServiceProfile;
  /** Profile of the client whose messages are only validated. */
  readonly legacyTestProfile: ServiceProfile;
  /** Credentials of the call that creates a test lead. */
  readonly staging: { readonly username: string; readonly password: string };
  readonly userID: string;
  readonly businesses: readonly { readonly businessID: string; readonly name: string }[];
  readonly control: Control;
  readonly stats: () => Promise<{ tokens: { issued: number; refreshed: number; reused: number } }>;
  /** Calls the API with a token; returns the status. */
  readonly call: (path: string, token: string) => Promise<number>;
  readonly close: () => Promise<void>;
};

export const startService = async (): Promise<Service> => {
  const { ready, close } = await startSandbox({ ...defaultOptions, redirectPorts });
  const control = createControl(ready);
  return {
    profile: serviceProfile.parse({ ...buildV4Profile(ready), name: 'Sandbox' }),
    legacyProfile: serviceProfile.parse(buildLegacyProfile(ready)),
    legacyTestProfile: serviceProfile.parse(buildLegacyProfile(ready, 'legacyTest')),
    staging: ready.staging,
    userID: ready.user.userID,
    businesses: ready.businesses,
    control,
    stats: () => control('GET', '/stats'),
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
 * Sends the consent page's form and returns the redirect address.
 *
 * @param businessID the business to choose on a legacy connection page
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
