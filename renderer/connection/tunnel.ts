/** State and actions of the tunnel that makes this computer reachable from the internet. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ShownHostKey, SetupMistake, TunnelSetup } from '../../contract/commands/tunnel.ts';
import type { Failure } from '../../contract/errors.ts';
import { errorOf, type Bridge } from '../platform/bridge.ts';
import { queryFor, type Queries } from '../platform/queries.ts';

/** An ssh host whose key must be confirmed. */
type UnconfirmedHost = {
  readonly host: string;
  readonly port: number;
  readonly key: Extract<ShownHostKey, { seen: true }>;
};

export type TunnelState = {
  readonly error: Failure | null;
  readonly mistakes: readonly SetupMistake[];
  readonly unconfirmedHost: UnconfirmedHost | null;
  /** Saves the setup and starts the tunnel; false if a field is invalid. */
  readonly setUp: (setup: TunnelSetup) => Promise<boolean>;
  readonly clearMistake: (field: SetupMistake['field']) => void;
  readonly clearMistakes: () => void;
  readonly run: (command: 'tunnel.check' | 'tunnel.retry') => Promise<void>;
  /** Reads the ssh host's key; asks about an unknown or changed one, else retries the tunnel. */
  readonly checkHostKey: () => Promise<void>;
  readonly trust: () => Promise<void>;
  readonly dismiss: () => void;
};

export const createTunnel = (bridge: Bridge, queries: Queries): StoreApi<TunnelState> =>
  createStore<TunnelState>()((set, get) => ({
    error: null,
    mistakes: [],
    unconfirmedHost: null,
    setUp: async (setup) => {
      const answer = await bridge.invoke('tunnel.setUp', { setup });
      set(
        answer.ok
          ? { error: null, mistakes: answer.value.mistakes }
          : { error: answer.error, mistakes: [] },
      );
      if (!answer.ok || answer.value.mistakes.length > 0) return false;
      await queries.refetch('tunnel.report');
      return true;
    },
    clearMistake: (field) =>
      set({ mistakes: get().mistakes.filter((mistake) => mistake.field !== field) }),
    clearMistakes: () => set({ mistakes: [], error: null }),
    run: async (command) => {
      set({ error: await errorOf(bridge.invoke(command, {})) });
      await queries.refetch('tunnel.report');
    },
    checkHostKey: async () => {
      const { queryKey } = queryFor('tunnel.report', {});
      const setup = queries.client.getQueryData(queryKey)?.tunnel.setup;
      if (setup?.kind !== 'ssh') return;
      const { host, port } = setup.ssh;
      const answer = await bridge.invoke('tunnel.readHostKey', { host, port });
      if (!answer.ok) set({ error: answer.error });
      else if (answer.value.hostKey.seen && answer.value.hostKey.state !== 'known')
        set({ unconfirmedHost: { host, port, key: answer.value.hostKey } });
      else await get().run('tunnel.retry');
    },
    trust: async () => {
      const { unconfirmedHost } = get();
      if (unconfirmedHost === null) return;
      const { host, port, key } = unconfirmedHost;
      const { fingerprint } = key;
      const answer = await bridge.invoke('tunnel.trustHost', { host, port, fingerprint });
      set({ unconfirmedHost: null });
      if (answer.ok) await get().run('tunnel.retry');
      else set({ error: answer.error });
    },
    dismiss: () => set({ unconfirmedHost: null }),
  }));
