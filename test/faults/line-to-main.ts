/** Messages between the campaign and its main process. */
import type { Answer } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';

export type ToMain = { readonly id: number } & (
  | { readonly type: 'invoke'; readonly command: string; readonly input: unknown }
  /** Completes the consent page, where a legacy service needs a `businessID`. */
  | {
      readonly type: 'connect';
      readonly profile: ServiceProfile;
      readonly businessID: string | null;
    }
  | { readonly type: 'accounts' | 'restartEngine' | 'stop' }
);

export type FromMain =
  | { readonly type: 'engine'; readonly pid: number }
  | { readonly type: 'state'; readonly state: 'ready' | 'restarting' | 'stopped' }
  | { readonly type: 'signedIn' }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer<unknown> };
