/** Where the professional is in the app, and whether the app's own engine runs. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { AccountID, LeadID, Message, ReviewName } from '../../contract/records.ts';

export type Screen =
  | 'welcome'
  | 'connect'
  | 'inbox'
  | 'phoneNumbers'
  | 'reviews'
  | 'insights'
  | 'savedReplies'
  | 'webhooks'
  | 'lookup'
  | 'staging'
  | 'connection'
  | 'move'
  | 'settings';

export type Session = {
  /** null until the shell has said where to begin. */
  readonly screen: Screen | null;
  readonly info: CommandOutput<'shell.info'> | null;
  readonly engine: EventPayload<'engine'>;
  /** False when the computer itself has no network. */
  readonly networked: boolean;
  /** The lead that was marked unread by hand: it stays unread while it is open. */
  readonly keptUnread: LeadID | null;
  /** Whether the first lead that waits has been opened at this start. */
  readonly hasOpenedFirst: boolean;
  /** The keys that answer a lead are shown: sample leads have just begun, and nothing was sent yet. */
  readonly isTryingKeys: boolean;
  /** The first reply to a sample lead, until it is said how soon it went out. */
  readonly firstReply: Pick<Message, 'leadID' | 'messageID'> | null;
  /** The lead that was opened by itself, until somebody presses a key or the mouse: nobody may be there. */
  readonly unattended: LeadID | null;
  /** The lead for which it is asked until when it is snoozed. */
  readonly snoozing: LeadID | null;
  /** The legacy account that the assistant moves to the current interface. */
  readonly moving: AccountID | null;
  /** The review that a notification leads to, until the reviews are left. */
  readonly review: ReviewName | null;
  /** The account whose lead is to be looked up, until the lookups are open. */
  readonly lookingUp: AccountID | null;
  /** How often a profile was opened as a file since the window is there. */
  readonly openedProfiles: number;
  /** The file of the build's own profile that was chosen on Welcome, until connecting is left. */
  readonly builtInProfile: string | null;
  readonly go: (screen: Screen) => void;
  /** Opens the assistant for a legacy account. */
  readonly move: (accountID: AccountID) => void;
  /** Opens the lookup of a lead of an account. */
  readonly lookUpLead: (accountID: AccountID) => void;
};

export const createSession = (): StoreApi<Session> =>
  createStore<Session>()((set) => ({
    screen: null,
    info: null,
    engine: { state: 'ready' },
    networked: true,
    keptUnread: null,
    hasOpenedFirst: false,
    isTryingKeys: false,
    firstReply: null,
    unattended: null,
    snoozing: null,
    moving: null,
    review: null,
    lookingUp: null,
    openedProfiles: 0,
    builtInProfile: null,
    go: (screen) => set({ screen, builtInProfile: null }),
    move: (accountID) => set({ moving: accountID, screen: 'move' }),
    lookUpLead: (accountID) => set({ lookingUp: accountID, screen: 'lookup' }),
  }));
