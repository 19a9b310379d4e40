/** Messages between main and the engine: almost only types, because both ends are our own build. */
import { z } from 'zod';
import type { Answer, Failure } from './errors.ts';
import type { Change } from './events.ts';
import type { CommandsOf } from './commands.ts';
import type { PublicProfile } from './profile.ts';
import type { ChannelID, ReachMessage, ReachOutcome } from './reach.ts';
import type { AccountID, LeadID, ReviewName } from './records.ts';
import type { Role, WebhookChange } from './team/desk.ts';
import type { LogState } from './team/log-state.ts';

/** An account without refresh token and client secret. */
export type AttachedAccount = {
  readonly accountID: AccountID;
  readonly profile: PublicProfile;
  readonly userID: string;
  readonly userName: string;
  /** It has a usable grant. */
  readonly connected: boolean;
  /** The practice account, whose service is a process of the app on this computer. */
  readonly practice: boolean;
  /** Time of its first sign-in at the team's hub, UTC milliseconds; missing for the person's own account. */
  readonly teamSince?: number;
  /** Its grant lacks a scope without which leads cannot be imported or answered. */
  readonly lacksScopes?: boolean;
};

export const accessToken = z.string().min(1);

export type Notice = {
  /**
   * `back`: a snooze ended. `answered`: a rule has replied. `assigned`, `mentioned`: a colleague did so. `limit`: rules
   * have reached the daily limit. `notSent`: a reply written in a notice became the lead's draft.
   */
  readonly kind:
    | 'lead'
    | 'message'
    | 'back'
    | 'answered'
    | 'assigned'
    | 'mentioned'
    | 'several'
    | 'limit'
    | 'notSent'
    | 'review';
  readonly leadID: LeadID | null;
  /** The review that a click opens. */
  readonly review?: ReviewName;
  /** Time of the customer's latest activity that it shows; null if it shows none. */
  readonly upTo: number | null;
  /** It replaces a notice about the same leads. */
  readonly isSilent?: boolean;
  readonly title: string;
  readonly body: string;
};

/** A channel of the professional, without its secrets (main/reach/). */
export type AttachedChannel = { readonly channelID: ChannelID; readonly on: boolean };

/** This desktop's membership in a team, with its secrets. */
export type TeamMembership = {
  /** The hub's, without a final slash. */
  readonly address: string;
  readonly team: string;
  readonly person: string;
  readonly role: Role;
  readonly desktop: string;
  readonly servers: readonly string[];
  readonly credentials: { readonly jwt: string; readonly seed: string };
  /** PEM of an office's certificate authority. */
  readonly ca?: string;
  /** JSON of the team's keys (main/sealing/keyring.ts). */
  readonly keyring: string;
  /** A member without a window, at the hub. */
  readonly isKeeper?: boolean;
};

export type ToEngine =
  | {
      readonly type: 'start';
      readonly dataFolder: string;
      /** Null until the keychain is open. */
      readonly accounts: readonly AttachedAccount[] | null;
      /** Without the service: leads are readable and drafts saved; nothing is polled, received or sent. */
      readonly isAlone?: boolean;
    }
  /** The membership changed; null if it ended. */
  | { readonly type: 'team'; readonly membership: TeamMembership | null }
  /** All accounts; one that is missing is no longer connected. */
  | { readonly type: 'accounts'; readonly accounts: readonly AttachedAccount[] }
  | {
      readonly type: 'invoke';
      readonly id: number;
      readonly command: CommandsOf<'engine'>;
      readonly input: unknown;
    }
  /** An account was added or changed, or its grant ended. */
  | { readonly type: 'account'; readonly account: AttachedAccount }
  /** Removes the account's webhooks while its token still works. */
  | { readonly type: 'detach'; readonly id: number; readonly accountID: AccountID }
  /** Removes the account's data; answered when nothing is left. */
  | { readonly type: 'forget'; readonly id: number; readonly accountID: AccountID }
  | { readonly type: 'token'; readonly id: number; readonly answer: Answer<string> }
  /** The hub's answer to the engine's `webhook`. */
  | { readonly type: 'webhook'; readonly id: number; readonly answer: Answer<unknown> }
  /** All channels; one that is missing was removed. */
  | { readonly type: 'channels'; readonly channels: readonly AttachedChannel[] }
  /** The outcome of a message of the engine's `reach`. */
  | { readonly type: 'reached'; readonly id: number; readonly outcome: ReachOutcome }
  /** The computer woke up or the network changed: retries are due now. */
  | { readonly type: 'wake' }
  /** An engine that is not frozen answers `pong` immediately. */
  | { readonly type: 'ping' }
  | { readonly type: 'stop' };

/** Facts of the engine's process, checked by main/shell/engine-check.ts. */
export type EngineFacts = {
  readonly runtime: 'utilityProcess' | 'node';
  readonly node: string;
  readonly nodeAPI: number;
  readonly sqlite: string;
  /** V8 flags of its command line. */
  readonly flags: readonly string[];
  /** V8's heap limit with the young generation, in bytes. */
  readonly heapLimit: number;
};

export type FromEngine =
  | { readonly type: 'ready'; readonly runs: EngineFacts }
  /** The engine cannot run, and a restart would not help. */
  | { readonly type: 'refused'; readonly error: Failure }
  /** The database is damaged: the engine exits and repairs it at its next start. */
  | { readonly type: 'damaged' }
  /** `answer` is encoded (encoded-answer.ts): main passes it on to the page. */
  | { readonly type: 'answer'; readonly id: number; readonly answer: Uint8Array }
  | { readonly type: 'changed'; readonly change: Change }
  /** `noticeID` identifies it for `withdraw`; null if it is never withdrawn. */
  | { readonly type: 'notice'; readonly notice: Notice; readonly noticeID: string | null }
  /** These leads were read, answered, archived or removed. */
  | { readonly type: 'withdraw'; readonly noticeIDs: readonly string[] }
  /** Sends a message to a channel; answered by `reached`. */
  | {
      readonly type: 'reach';
      readonly id: number;
      readonly channelID: ChannelID;
      readonly message: ReachMessage;
    }
  /** Asks the hub to change a webhook; answered by `webhook`. */
  | { readonly type: 'webhook'; readonly id: number; readonly change: WebhookChange }
  /** Number of real leads that need a reply. */
  | { readonly type: 'badge'; readonly needsReply: number }
  /** End of the quiet period, null for none; `paused`: the professional started it. */
  | {
      readonly type: 'quiet';
      readonly quiet: { readonly until: number | null; readonly paused: boolean };
    }
  /** Requests an access token; `rejected` got a 401 from the service. */
  | {
      readonly type: 'token';
      readonly id: number;
      readonly accountID: AccountID;
      readonly rejected: string | null;
    }
  /** The connection to the team's log. `lacksKey`: entries wait for a newer key of the team. */
  | { readonly type: 'team'; readonly log: LogState; readonly lacksKey: boolean }
  /** The hub has changed the members or the accounts of the team. */
  | { readonly type: 'roster' }
  | { readonly type: 'pong' }
  | { readonly type: 'stopped' };

export type Port<Out, In> = {
  readonly send: (message: Out) => void;
  readonly onMessage: (listener: (message: In) => void) => void;
};
