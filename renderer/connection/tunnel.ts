/** State and actions of the tunnel that makes this computer reachable from the internet. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ShownHostKey, SetupMistake, TunnelSetup } from '../../contract/commands/tunnel.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import { awaitFailure, type Bridge } from '../platform/bridge.ts';
import { buildQuery, type Queries } from '../platform/queries.ts';

/** An ssh host whose key must be confirmed. */
export type UnconfirmedHost = {
  readonly host: string;
  readonly port: number;
  readonly key: Extract<ShownHostKey, { seen: true }>;
};

export type TunnelState = {
  readonly error: Failure | null;
  readonly unconfirmedHost: UnconfirmedHost | null;
  /** Saves the setup and starts the tunnel. Returns the invalid fields; null after a failure. */
  readonly setUp: (setup: TunnelSetup) => Promise<readonly SetupMistake[] | null>;
  readonly clearError: () => void;
  readonly run: (command: 'tunnel.check' | 'tunnel.retry') => Promise<void>;
  /** Reads the ssh host's key; asks about an unknown or changed one, else retries the tunnel. */
  readonly checkHostKey: () => Promise<void>;
  /** Trusts the host's key, then retries the tunnel. */
  readonly trust: (host: UnconfirmedHost) => Promise<Answer<unknown>>;
  readonly dismiss: () => void;
};

export const createTunnel = (bridge: Bridge, queries: Queries): StoreApi<TunnelState> =>
  createStore<TunnelState>()((set, get) => ({
    error: null,
    unconfirmedHost: null,
    setUp: async (setup) => {
      const answer = await bridge.invoke('tunnel.setUp', { setup });
      set({ error: answer.ok ? null : answer.error });
      if (!answer.ok) return null;
      const { mistakes } = answer.value;
      if (mistakes.length === 0) {
        await queries.refetch('tunnel.report');
        void get().checkHostKey();
      }
      return mistakes;
    },
    clearError: () => set({ error: null }),
    run: async (command) => {
      set({ error: await awaitFailure(bridge.invoke(command, {})) });
      await queries.refetch('tunnel.report');
    },
    checkHostKey: async () => {
      const { queryKey } = buildQuery('tunnel.report', {});
      const setup = queries.client.getQueryData(queryKey)?.tunnel.setup;
      if (setup?.kind !== 'ssh') return;
      const { host, port } = setup.ssh;
      const answer = await bridge.invoke('tunnel.readHostKey', { host, port });
      if (!answer.ok) set({ error: answer.error });
      else if (answer.value.hostKey.seen && answer.value.hostKey.state !== 'known')
        set({ unconfirmedHost: { host, port, key: answer.value.hostKey } });
      else await get().run('tunnel.retry');
    },
    trust: async ({ host, port, key: { fingerprint } }) => {
      const answer = await bridge.invoke('tunnel.trustHost', { host, port, fingerprint });
      if (answer.ok) void get().run('tunnel.retry');
      return answer;
    },
    dismiss: () => set({ unconfirmedHost: null }),
  }));
