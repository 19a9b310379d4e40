/** The attempt to connect an account that is on the screen: begun, followed, left. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';
import type { Queries } from '../platform/queries.ts';

export type Attempt = EventPayload<'connecting'>;

/** A profile, or an account that must be connected again. */
export type Subject =
  | { readonly profileID: string; readonly email?: string }
  | { readonly accountID: AccountID };

export type Connecting = {
  readonly attempt: Attempt | null;
  /** What the attempt is for; null when nothing was begun on this screen. */
  readonly subject: Subject | null;
  /** Opens the browser; returns why it could not, or null. */
  readonly start: (subject: Subject) => Promise<Failure | null>;
  /** Tries once more what failed. */
  readonly again: () => Promise<void>;
  /** Shows how an attempt is going, unless it was begun elsewhere (the practice account's start). */
  readonly follow: (attempt: Attempt) => void;
  readonly cancel: () => Promise<void>;
  readonly forgetAttempt: () => void;
};

export const createConnecting = (bridge: Bridge, queries: Queries): StoreApi<Connecting> =>
  createStore<Connecting>()((set, get) => ({
    attempt: null,
    subject: null,
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
      if (attempt.state === 'done') void queries.reread('connect.accounts', 'connection.report');
    },
    cancel: async () => {
      const { attempt } = get();
      set({ attempt: null, subject: null });
      if (attempt?.state === 'waiting')
        await bridge.invoke('connect.cancel', { attemptID: attempt.attemptID });
    },
    forgetAttempt: () => set({ attempt: null, subject: null }),
  }));
