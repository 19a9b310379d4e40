/**
 * The accounts and how their leads come in and replies go out: what main knows of the grant beside
 * what the engine knows of the work.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { EventPayload } from '../../contract/events.ts';
import type {
  Account,
  AccountID,
  ConnectionReport,
  KeychainState,
} from '../../contract/records.ts';
import type { Bridge } from './bridge.ts';
import { coalesced, keepUnchanged } from './reread.ts';

export type Attempt = EventPayload<'connecting'>;

/** A profile, or an account that must be connected again. */
export type Subject =
  { readonly profileID: string; readonly email?: string } | { readonly accountID: AccountID };

export type Connection = {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly error: Failure | null;
  readonly accounts: readonly Account[];
  readonly keychain: KeychainState;
  readonly reports: readonly ConnectionReport[];
  /** The attempt to connect that is on the screen. */
  readonly attempt: Attempt | null;
  readonly reread: () => Promise<void>;
  /** What the attempt is for; null when nothing was begun on this screen. */
  readonly subject: Subject | null;
  /** Opens the browser; gives why it could not, or null. */
  readonly start: (subject: Subject) => Promise<Failure | null>;
  /** Tries once more what failed. */
  readonly again: () => Promise<void>;
  /** Shows how an attempt is going, unless it was begun elsewhere (the practice account's start). */
  readonly follow: (attempt: Attempt) => void;
  readonly cancel: () => Promise<void>;
  readonly forgetAttempt: () => void;
};

export const createConnection = (bridge: Bridge): StoreApi<Connection> =>
  createStore<Connection>()((set, get) => ({
    state: 'loading',
    error: null,
    accounts: [],
    keychain: 'ready',
    reports: [],
    attempt: null,
    subject: null,
    reread: coalesced(async () => {
      const [accounts, reports] = await Promise.all([
        bridge.invoke('connect.accounts', {}),
        bridge.invoke('connection.report', {}),
      ]);
      if (!accounts.ok) {
        if (get().state !== 'ready') set({ state: 'failed', error: accounts.error });
        return;
      }
      set({
        state: 'ready',
        error: null,
        accounts: keepUnchanged(get().accounts, accounts.value.accounts, (each) => each.accountID),
        keychain: accounts.value.keychain,
        ...(reports.ok && {
          reports: keepUnchanged(get().reports, reports.value.reports, (each) => each.accountID),
        }),
      });
    }),
    start: async (subject) => {
      set({ subject });
      const answer = await bridge.invoke('connect.start', subject);
      if (!answer.ok) return answer.error;
      // An attempt can end before its start has been answered: what was heard of it first stays.
      if (get().attempt?.attemptID !== answer.value.attemptID)
        set({ attempt: { state: 'waiting', ...answer.value } });
      return null;
    },
    again: async () => {
      const { subject, start } = get();
      set({ attempt: null });
      const error = subject === null ? null : await start(subject);
      if (error !== null) set({ attempt: { state: 'failed', attemptID: '', error } });
    },
    follow: (attempt) => {
      if (get().subject !== null) set({ attempt });
      if (attempt.state === 'done') void get().reread();
    },
    cancel: async () => {
      const { attempt } = get();
      set({ attempt: null, subject: null });
      if (attempt?.state === 'waiting')
        await bridge.invoke('connect.cancel', { attemptID: attempt.attemptID });
    },
    forgetAttempt: () => set({ attempt: null, subject: null }),
  }));

/** The account that was to be connected again, when somebody else signed in instead of its user. */
export const missedAccount = ({
  accounts,
  attempt,
  subject,
}: Pick<Connection, 'accounts' | 'attempt' | 'subject'>): Account | null => {
  if (attempt?.state !== 'done' || subject === null || !('accountID' in subject)) return null;
  if (attempt.accountID === subject.accountID) return null;
  return accounts.find((account) => account.accountID === subject.accountID) ?? null;
};

/** True while a connected account's first leads are on their way: an empty list says nothing yet. */
export const isArriving = ({
  accounts,
  reports,
}: Pick<Connection, 'accounts' | 'reports'>): boolean =>
  accounts.some(({ accountID, grant }) => {
    const report = reports.find((each) => each.accountID === accountID);
    const begun = report === undefined || ['waiting', 'running'].includes(report.backfill.state);
    return grant.state === 'connected' && begun && report?.online !== false;
  });

/** The whole state of all connections in one word, for the dot in the sidebar. */
export type Health = 'none' | 'working' | 'offline' | 'attention';

export const healthOf = ({
  accounts,
  reports,
  networked,
}: Pick<Connection, 'accounts' | 'reports'> & { readonly networked: boolean }): Health => {
  // Practice says nothing once there is a real account.
  const real = accounts.filter((account) => !account.practice);
  const wanted = (real.length > 0 ? real : accounts).filter(
    (account) => account.grant.state !== 'disconnected',
  );
  if (wanted.length === 0) return 'none';
  if (wanted.some((account) => account.grant.state === 'reconnect')) return 'attention';
  const own = reports.filter((report) =>
    wanted.some((account) => account.accountID === report.accountID),
  );
  if (!networked || (own.length > 0 && own.every((report) => !report.online))) return 'offline';
  const trouble = own.some((report) => !report.online || report.outbox.failed > 0);
  return trouble ? 'attention' : 'working';
};
