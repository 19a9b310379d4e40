/** The visible screen with its parameters, and the state of the engine and the network. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { AccountID, LeadID, Message, ReviewName } from '../../contract/records.ts';
import type words from '../../resources/locales/en/translation.json';

/** A page other than the inbox; the locales contain its title. */
export type PageName = keyof (typeof words)['pages'];
export type Screen = 'welcome' | 'connect' | 'join' | 'inbox' | 'move' | PageName;

/** Screens before the inbox have no sidebar and few actions. */
const beforeInbox: ReadonlySet<string> = new Set<Screen>(['welcome', 'connect', 'join']);
export const isBeforeInbox = (screen: string | null): boolean =>
  screen === null || beforeInbox.has(screen);

export type Session = {
  /** Null until the first screen is chosen. */
  readonly screen: Screen | null;
  readonly info: CommandOutput<'shell.info'> | null;
  readonly engine: EventPayload<'engine'>;
  /** The computer has a network. */
  readonly isOnline: boolean;
  /** A lead that the professional marked unread: it stays unread while open. */
  readonly keptUnreadLead: LeadID | null;
  /** The first waiting lead was opened since the app started. */
  readonly hasOpenedFirst: boolean;
  /** Shows the keys that answer a lead, after practice begins and before the first reply. */
  readonly isTryingKeys: boolean;
  /** The first reply to a sample lead, until a toast has shown how quickly it was sent. */
  readonly firstReply: Pick<Message, 'leadID' | 'messageID'> | null;
  /** The lead that opened automatically, until the first input: the professional may be away. */
  readonly unattendedLead: LeadID | null;
  /** The lead whose snooze menu is open, or opens once the lead is loaded. */
  readonly snoozingLead: LeadID | null;
  /** The legacy account that the assistant moves to the current interface. */
  readonly movingAccount: AccountID | null;
  /** The review of a clicked notification, until the page is left. */
  readonly review: ReviewName | null;
  /** The account to look up a lead in, until the page has read it. */
  readonly lookupAccount: AccountID | null;
  /** Number of profile files opened in this window. */
  readonly openedProfileCount: number;
  /** The file of the built-in profile chosen on Welcome, until connecting is left. */
  readonly builtInProfile: string | null;
  readonly go: (screen: Screen) => void;
  readonly move: (accountID: AccountID) => void;
  readonly lookUpLead: (accountID: AccountID) => void;
};

export const createSession = (): StoreApi<Session> =>
  createStore<Session>()((set) => ({
    screen: null,
    info: null,
    engine: { state: 'ready' },
    isOnline: true,
    keptUnreadLead: null,
    hasOpenedFirst: false,
    isTryingKeys: false,
    firstReply: null,
    unattendedLead: null,
    snoozingLead: null,
    movingAccount: null,
    review: null,
    lookupAccount: null,
    openedProfileCount: 0,
    builtInProfile: null,
    go: (screen) => set({ screen, builtInProfile: null }),
    move: (accountID) => set({ movingAccount: accountID, screen: 'move' }),
    lookUpLead: (accountID) => set({ lookupAccount: accountID, screen: 'lookup' }),
  }));
