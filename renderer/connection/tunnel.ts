/** What the professional does about the tunnel through which the internet reaches this computer. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ShownHostKey, SetupMistake, TunnelSetup } from '../../contract/commands/tunnel.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Bridge } from '../platform/bridge.ts';
import { asked, type Queries } from '../platform/queries.ts';

/** A host whose key waits for the professional's word. */
export type Stranger = {
  readonly host: string;
  readonly port: number;
  readonly key: Extract<ShownHostKey, { seen: true }>;
};

export type TunnelState = {
  /** Why the last thing that was asked for was not done. */
  readonly error: Failure | null;
  readonly mistakes: readonly SetupMistake[];
  readonly stranger: Stranger | null;
  /** Keeps and starts a set-up; false when something is wrong with it. */
  readonly setUp: (setup: TunnelSetup) => Promise<boolean>;
  /** The field was changed: what was wrong with it does not count any more. */
  readonly clearMistake: (field: SetupMistake['field']) => void;
  readonly clearMistakes: () => void;
  /** Sends a test event. */
  readonly check: () => Promise<void>;
  readonly retry: () => Promise<void>;
  /** Asks the ssh host for its key; one that is not known becomes the `stranger`. */
  readonly checkHostKey: () => Promise<void>;
  readonly trust: () => Promise<void>;
  readonly dismiss: () => void;
};

export const createTunnel = (bridge: Bridge, queries: Queries): StoreApi<TunnelState> =>
  createStore<TunnelState>()((set, get) => ({
    error: null,
    mistakes: [],
    stranger: null,
    setUp: async (setup) => {
      const answer = await bridge.invoke('tunnel.setUp', { setup });
      set(
        answer.ok
          ? { error: null, mistakes: answer.value.mistakes }
          : { error: answer.error, mistakes: [] },
      );
      if (!answer.ok || answer.value.mistakes.length > 0) return false;
      await queries.reread('tunnel.report');
      return true;
    },
    clearMistake: (field) =>
      set({ mistakes: get().mistakes.filter((mistake) => mistake.field !== field) }),
    clearMistakes: () => set({ mistakes: [], error: null }),
    check: async () => {
      const answer = await bridge.invoke('tunnel.check', {});
      set({ error: answer.ok ? null : answer.error });
      await queries.reread('tunnel.report');
    },
    retry: async () => {
      const answer = await bridge.invoke('tunnel.retry', {});
      set({ error: answer.ok ? null : answer.error });
      await queries.reread('tunnel.report');
    },
    checkHostKey: async () => {
      const { queryKey } = asked('tunnel.report', {});
      const setup = queries.client.getQueryData(queryKey)?.tunnel.setup;
      if (setup?.kind !== 'ssh') return;
      const { host, port } = setup.ssh;
      const answer = await bridge.invoke('tunnel.readHostKey', { host, port });
      if (!answer.ok) set({ error: answer.error });
      else if (answer.value.hostKey.seen && answer.value.hostKey.state !== 'known')
        set({ stranger: { host, port, key: answer.value.hostKey } });
      else await get().retry();
    },
    trust: async () => {
      const { stranger } = get();
      if (stranger === null) return;
      const { host, port, key } = stranger;
      const { fingerprint } = key;
      const answer = await bridge.invoke('tunnel.trustHost', { host, port, fingerprint });
      set({ stranger: null });
      if (answer.ok) await get().retry();
      else set({ error: answer.error });
    },
    dismiss: () => set({ stranger: null }),
  }));
