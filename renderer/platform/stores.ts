/** The stores without accounts and leads: bridge, query cache, toasts, undo, clocks and the visible screen. */
import { createContext, use, type Context } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput, CommandName } from '../../contract/commands.ts';
import { awaitFailure, wrapBridge, type Bridge } from './bridge.ts';
import { throttleChanges } from './changes.ts';
import { createChord, type Chord } from './chord.ts';
import { createQueries, type Queries } from './queries.ts';
import { createSession, type Session } from './session.ts';
import { createSettings, type SettingChanges } from './settings.ts';
import { createTicker, type Ticker, type Schedule } from './ticker.ts';
import { createToasts, type Toasts } from './toasts.ts';
import { createUndoStack, type UndoStack } from './undo.ts';

/** The command dialog shows the palette or the sheet of shortcuts. */
export type OpenDialog = { readonly shown: 'palette' | 'keys' | null };

/** The dialog owns the text: until the content is loaded, a placeholder receives it. */
export type DialogContentProps = {
  readonly text: string;
  readonly onType: (text: string) => void;
  /** Enter was pressed before the content was loaded. */
  readonly isEntered: boolean;
  /** Closes the dialog, restores the focus, and calls `then`. */
  readonly close: (then?: () => void) => void;
};

export type PlatformStores = {
  readonly bridge: Bridge;
  /** Runs a command and shows a failure in a toast; resolves to whether it succeeded. */
  readonly act: <C extends CommandName>(command: C, input: CommandInput<C>) => Promise<boolean>;
  readonly queries: Queries;
  readonly settings: StoreApi<SettingChanges>;
  readonly session: StoreApi<Session>;
  readonly toasts: StoreApi<Toasts>;
  readonly undoStack: UndoStack;
  /** Drives ages. */
  readonly ticker: Ticker;
  /** Drives countdowns. */
  readonly seconds: Ticker;
  readonly schedule: Schedule;
  readonly chord: StoreApi<Chord>;
  readonly openDialog: StoreApi<OpenDialog>;
};

const changeTiming = { pause: 100, paint: 50, longest: 1_000 };

/** @param now UTC milliseconds */
export const createPlatformStores = (
  plainBridge: Bridge,
  now: () => number,
  schedule: Schedule,
): PlatformStores => {
  const bridge = throttleChanges(wrapBridge(plainBridge), changeTiming);
  const queries = createQueries(bridge);
  const toasts = createToasts(now);
  return {
    bridge,
    act: async (command, input) => {
      const error = await awaitFailure(bridge.invoke(command, input));
      if (error !== null) toasts.getState().show({ kind: 'failed', code: error.code });
      return error === null;
    },
    queries,
    settings: createSettings(bridge, queries),
    session: createSession(),
    toasts,
    undoStack: createUndoStack(toasts, now),
    ticker: createTicker(now, 2_000),
    seconds: createTicker(now, 500),
    schedule,
    chord: createChord(schedule),
    openDialog: createStore<OpenDialog>()(() => ({ shown: null })),
  };
};

/** A context's provider, and the hook that reads its value and throws outside the provider. */
export const createRequiredContext = <T>(name: string): readonly [Context<T | null>, () => T] => {
  const Required = createContext<T | null>(null);
  const useRequired = (): T => {
    const value = use(Required);
    if (value === null) throw new Error(`no provider of ${name} above this component`);
    return value;
  };
  return [Required, useRequired];
};

export const [StoresProvider, usePlatform] = createRequiredContext<PlatformStores>('the stores');

/** The stores that an area knows, unchecked: the app provides all. */
export const useStoresOf = <S extends PlatformStores>(): S => usePlatform() as S;

export const useSession = <T>(read: (state: Session) => T): T =>
  useStore(usePlatform().session, read);
export const useToasts = <T>(read: (state: Toasts) => T): T => useStore(usePlatform().toasts, read);
