/** The stores that know no lead: the port, the query cache, toasts, undo, clocks, and which screen is shown. */
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { answering, type Bridge } from './bridge.ts';
import { calm } from './changes.ts';
import { createChord, type Chord } from './chord.ts';
import { createCommanding, type Commanding } from './commanding.ts';
import { provided } from './provided.ts';
import { createQueries, type Queries } from './queries.ts';
import { createSession, type Session } from './session.ts';
import { createSettings, type SettingChanges } from './settings.ts';
import { createTicker, type Ticker } from './ticker.ts';
import type { After } from './timer.ts';
import { createToasts, type Toasts } from './toasts.ts';
import { createUndoing, type Undoing } from './undo.ts';

export type PlatformStores = {
  readonly bridge: Bridge;
  readonly queries: Queries;
  readonly settings: StoreApi<SettingChanges>;
  readonly session: StoreApi<Session>;
  readonly toasts: StoreApi<Toasts>;
  readonly undoing: Undoing;
  /** Drives ages. */
  readonly ticker: Ticker;
  /** Drives countdowns. */
  readonly seconds: Ticker;
  readonly after: After;
  /** The first key of a two-key sequence. */
  readonly chord: StoreApi<Chord>;
  readonly commanding: StoreApi<Commanding>;
};

/** Changes are passed on at most this often, in milliseconds. */
const pause = 100;

/** @param now UTC milliseconds */
export const createPlatformStores = (
  port: Bridge,
  now: () => number,
  later: After,
): PlatformStores => {
  const bridge = calm(answering(port), pause);
  const queries = createQueries(bridge);
  const toasts = createToasts(now);
  return {
    bridge,
    queries,
    settings: createSettings(bridge, queries),
    session: createSession(),
    toasts,
    undoing: createUndoing(toasts, now),
    ticker: createTicker(now, 2_000),
    seconds: createTicker(now, 500),
    after: later,
    chord: createChord(later),
    commanding: createCommanding(),
  };
};

export const [PlatformProvider, usePlatform] = provided<PlatformStores>('platform');

export const useSession = <T>(read: (state: Session) => T): T =>
  useStore(usePlatform().session, read);
export const useToasts = <T>(read: (state: Toasts) => T): T => useStore(usePlatform().toasts, read);
