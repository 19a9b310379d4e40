/** What the professional does about the tunnel through which the internet reaches this computer. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { HostLook, SetupProblem, TunnelSetup } from '../../contract/commands/tunnel.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Bridge } from './bridge.ts';
import { asked, type Queries } from './queries.ts';

/** A host whose key waits for the professional's word. */
export type Stranger = {
  readonly host: string;
  readonly port: number;
  readonly look: Extract<HostLook, { seen: true }>;
};

export type TunnelState = {
  /** Why the last thing that was asked for was not done. */
  readonly error: Failure | null;
  readonly problems: readonly SetupProblem[];
  readonly stranger: Stranger | null;
  /** Keeps and starts a set-up; false when something is wrong with it. */
  readonly setUp: (setup: TunnelSetup) => Promise<boolean>;
  /** The field was changed: what was wrong with it does not count any more. */
  readonly clearProblem: (field: SetupProblem['field']) => void;
  readonly clearProblems: () => void;
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
    problems: [],
    stranger: null,
    setUp: async (setup) => {
      const answer = await bridge.invoke('tunnel.setUp', { setup });
      set(
        answer.ok
          ? { error: null, problems: answer.value.problems }
          : { error: answer.error, problems: [] },
      );
      if (!answer.ok || answer.value.problems.length > 0) return false;
      await queries.reread('tunnel.report');
      return true;
    },
    clearProblem: (field) =>
      set({ problems: get().problems.filter((problem) => problem.field !== field) }),
    clearProblems: () => set({ problems: [], error: null }),
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
      if (setup?.way !== 'ssh') return;
      const { host, port } = setup.ssh;
      const answer = await bridge.invoke('tunnel.lookAtHost', { host, port });
      if (!answer.ok) set({ error: answer.error });
      else if (answer.value.look.seen && answer.value.look.standing !== 'known')
        set({ stranger: { host, port, look: answer.value.look } });
      else await get().retry();
    },
    trust: async () => {
      const { stranger } = get();
      if (stranger === null) return;
      const { host, port, look } = stranger;
      const { fingerprint } = look;
      const answer = await bridge.invoke('tunnel.trustHost', { host, port, fingerprint });
      set({ stranger: null });
      if (answer.ok) await get().retry();
      else set({ error: answer.error });
    },
    dismiss: () => set({ stranger: null }),
  }));
