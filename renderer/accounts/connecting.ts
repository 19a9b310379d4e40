/** The visible attempt to connect an account. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';
import type { Queries } from '../platform/queries.ts';

export type Attempt = EventPayload<'connecting'>;

/** A profile, or an account to reconnect. */
export type Subject =
  | { readonly profileID: string; readonly email?: string }
  | { readonly accountID: AccountID };

export type Connecting = {
  readonly attempt: Attempt | null;
  /** Null if no attempt began on this screen. */
  readonly subject: Subject | null;
  /** Opens the browser; returns the failure, or null. */
  readonly start: (subject: Subject) => Promise<Failure | null>;
  readonly retry: () => Promise<void>;
  /** Shows an attempt's progress, unless it began elsewhere, as the practice account's does. */
  readonly follow: (attempt: Attempt) => void;
  readonly cancel: () => Promise<void>;
  readonly forgetAttempt: () => void;
};

export const createConnecting = (bridge: Bridge, queries: Queries): StoreApi<Connecting> =>
  createStore<Connecting>()((set, get) => {
    /** The latest request; null once canceled. A repeated press shares it, and must not cancel its attempt. */
    let latest: Promise<unknown> | null = null;
    return {
      attempt: null,
      subject: null,
      start: async (subject) => {
        set({ subject });
        const request = bridge.invoke('connect.start', subject);
        latest = request;
        const answer = await request;
        if (!answer.ok) {
          if (latest !== request) return null;
          // Attempts from elsewhere are not this one.
          set({ subject: null });
          return answer.error;
        }
        const { attemptID } = answer.value;
        // Canceled before the attempt had an id.
        if (latest !== request) {
          await bridge.invoke('connect.cancel', { attemptID });
          return null;
        }
        // An event of this attempt may precede this answer, and is newer.
        if (get().attempt?.attemptID !== attemptID)
          set({ attempt: { state: 'waiting', ...answer.value } });
        return null;
      },
      retry: async () => {
        const { subject, start } = get();
        set({ attempt: null });
        const error = subject === null ? null : await start(subject);
        if (error !== null) set({ subject, attempt: { state: 'failed', attemptID: '', error } });
      },
      follow: (attempt) => {
        if (get().subject !== null) set({ attempt });
        if (attempt.state === 'done') void queries.refetch('connect.accounts', 'connection.report');
      },
      cancel: async () => {
        const { attempt } = get();
        latest = null;
        set({ attempt: null, subject: null });
        if (attempt?.state === 'waiting')
          await bridge.invoke('connect.cancel', { attemptID: attempt.attemptID });
      },
      forgetAttempt: () => {
        latest = null;
        set({ attempt: null, subject: null });
      },
    };
  });
