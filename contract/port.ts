/**
 * The messages between main and the engine. The same over Electron's utilityProcess and over a plain
 * Node child. Both ends belong to us, so these are types; where one relies on an answer of the other,
 * `readAnswer` checks it.
 */
import { z } from 'zod';
import type { Answer, Failure } from './errors.ts';
import type { Change } from './events.ts';
import type { CommandsOf } from './commands.ts';
import type { PublicProfile } from './profile.ts';
import type { AccountID, LeadID, ReviewName } from './records.ts';

/** An account as the engine knows it: never a refresh token, never a client secret. */
export type AttachedAccount = {
  readonly accountID: AccountID;
  readonly profile: PublicProfile;
  readonly userID: string;
  readonly userName: string;
  /** True while there is a grant that can be used. */
  readonly connected: boolean;
  /** True for the practice account: its service is a process of the app and never leaves the computer. */
  readonly practice: boolean;
};

/** An access token, as main answers the engine's question for one. */
export const accessToken = z.string().min(1);

/** What to show on the desktop. The engine decides whether; main only shows it. */
export type Notice = {
  /** `back`: its snooze is over. `notSent`: a reply written in a notice is in the lead's draft. */
  readonly kind: 'lead' | 'message' | 'back' | 'several' | 'notSent' | 'review';
  readonly leadID: LeadID | null;
  /** The review that a click opens. */
  readonly review?: ReviewName;
  /** What the customer did up to then stands in it; null where nothing of a customer does. */
  readonly upTo: number | null;
  readonly title: string;
  readonly body: string;
};

export type ToEngine =
  | {
      readonly type: 'start';
      readonly dataFolder: string;
      /** Null while main cannot say yet: the keychain is still being asked. */
      readonly accounts: readonly AttachedAccount[] | null;
      /** Without the service: leads can be read and drafts kept, nothing is polled, received or sent. */
      readonly alone?: boolean;
    }
  /** The accounts that main knows: any other is connected no more. */
  | { readonly type: 'accounts'; readonly accounts: readonly AttachedAccount[] }
  | {
      readonly type: 'invoke';
      readonly id: number;
      readonly command: CommandsOf<'engine'>;
      readonly input: unknown;
    }
  /** A new or changed account, or one whose grant is gone. */
  | { readonly type: 'account'; readonly account: AttachedAccount }
  /** The professional disconnects: remove the webhooks while the token still works, then answer. */
  | { readonly type: 'detach'; readonly id: number; readonly accountID: AccountID }
  /** The professional has the account's data removed: the engine answers when nothing of it is left. */
  | { readonly type: 'forget'; readonly id: number; readonly accountID: AccountID }
  | { readonly type: 'token'; readonly id: number; readonly answer: Answer<string> }
  /** The computer woke up or the network changed: what waits may be tried now. */
  | { readonly type: 'wake' }
  /** Answered by `pong` at once, by an engine that is not frozen. */
  | { readonly type: 'ping' }
  | { readonly type: 'stop' };

/** How the engine's process runs: what main compares with what it should be (shell/engine-check.ts). */
export type EngineRuns = {
  readonly way: 'utilityProcess' | 'node';
  /** Version of its Node. */
  readonly node: string;
  /** Version of the Node-API, on which better-sqlite3 is built. */
  readonly nodeAPI: number;
  /** Version of the SQLite in it. */
  readonly sqlite: string;
  /** What V8 was told on its command line. */
  readonly told: readonly string[];
  /** How large V8 lets its heap grow, the young generation included, in bytes. */
  readonly heapLimit: number;
};

export type FromEngine =
  | { readonly type: 'ready'; readonly runs: EngineRuns }
  /** The engine cannot run, and starting it again would not help. */
  | { readonly type: 'refused'; readonly error: Failure }
  /** The database turned out to be damaged: the engine ends, and repairs it when it starts again. */
  | { readonly type: 'damaged' }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer<unknown> }
  | { readonly type: 'changed'; readonly change: Change }
  /** `noticeID`: by which it is withdrawn; null for one that stays until it was seen. */
  | { readonly type: 'notice'; readonly notice: Notice; readonly noticeID: string | null }
  /** Nothing of these notices is left to do: their leads were read, answered, put away or removed. */
  | { readonly type: 'withdraw'; readonly noticeIDs: readonly string[] }
  /** How many leads of real accounts need a reply. */
  | { readonly type: 'badge'; readonly needsReply: number }
  /** Until when the desktop is told nothing (null: it is told), and whether the professional asked for it. */
  | {
      readonly type: 'quiet';
      readonly quiet: { readonly until: number | null; readonly paused: boolean };
    }
  /** Asks for an access token; `rejected` is one that the service refused with 401. */
  | {
      readonly type: 'token';
      readonly id: number;
      readonly accountID: AccountID;
      readonly rejected: string | null;
    }
  | { readonly type: 'pong' }
  | { readonly type: 'stopped' };

/** Either end of the line to the engine. */
export type Port<Out, In> = {
  readonly send: (message: Out) => void;
  readonly onMessage: (listener: (message: In) => void) => void;
};
