/**
 * What is done to the webhooks that the service holds for one account. Passwords pass through as
 * arguments and are kept nowhere.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';
import type { Queries } from '../platform/queries.ts';

export type Named = { readonly businessID: string | null; readonly webhookID: string };
export type NewWebhook = Omit<CommandInput<'webhooks.create'>, 'accountID'>;
export type Credentials = CommandInput<'webhooks.setCredentials'>['credentials'];

export type Mending =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly businesses: CommandOutput<'webhooks.mend'>['businesses'] }
  | { readonly state: 'failed'; readonly error: Failure };

export type Testing =
  | { readonly state: 'waiting' }
  | { readonly state: 'arrived'; readonly afterMs: number; readonly deliveryID: string | null }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly error: Failure };

type Deleted = Named & {
  readonly accountID: AccountID;
  readonly url: string;
  readonly restorable: boolean;
};

type Acting =
  | 'webhooks.enable'
  | 'webhooks.removeCredentials'
  | 'webhooks.delete'
  | 'webhooks.restore';

export type Webhooks = {
  readonly accountID: AccountID | null;
  /** The webhook that something is being done to. */
  readonly busy: string | null;
  /** What could not be done to a webhook, and why. */
  readonly failure: { readonly webhookID: string; readonly error: Failure } | null;
  /** A webhook that was deleted; whether it can be made again as it was. */
  readonly deleted: Deleted | null;
  readonly mending: Mending | null;
  readonly testing: Readonly<Record<string, Testing>>;
  readonly show: (accountID: AccountID) => void;
  readonly mend: () => Promise<void>;
  readonly test: (businessID: string) => Promise<void>;
  /** Returns why it could not be made, or null. */
  readonly create: (webhook: NewWebhook) => Promise<Failure | null>;
  readonly enable: (named: Named, enabled: boolean) => Promise<void>;
  readonly setCredentials: (named: Named, credentials: Credentials) => Promise<Failure | null>;
  readonly removeCredentials: (named: Named) => Promise<void>;
  readonly remove: (named: Named, url: string) => Promise<void>;
  readonly restore: () => Promise<void>;
  /** Says no more what was deleted. */
  readonly forget: () => void;
};

const fresh = {
  busy: null,
  failure: null,
  deleted: null,
  mending: null,
  testing: {},
} as const;

export const createWebhooks = (bridge: Bridge, queries: Queries): StoreApi<Webhooks> =>
  createStore<Webhooks>()((set, get) => {
    const isShown = (accountID: string): boolean => get().accountID === accountID;

    const reread = (): Promise<void> => queries.reread('webhooks.list');

    /**
     * Does something to one webhook and reads the list again. Returns the answer, or null when another
     * account is shown by then: it is no news of that one.
     */
    const act = async <C extends Acting>(
      command: C,
      input: CommandInput<C>,
    ): Promise<Answer<CommandOutput<C>> | null> => {
      const { accountID, webhookID } = input;
      set({ busy: webhookID, failure: null });
      const answer = await bridge.invoke(command, input);
      if (!isShown(accountID)) return null;
      if (!answer.ok) set({ failure: { webhookID, error: answer.error } });
      await reread();
      if (!isShown(accountID)) return null;
      set({ busy: null });
      return answer;
    };

    const account = (): AccountID => get().accountID ?? ('' as AccountID);

    return {
      accountID: null,
      ...fresh,
      show: (accountID) => {
        if (get().accountID !== accountID) set({ accountID, ...fresh });
      },
      mend: async () => {
        const accountID = account();
        set({ mending: { state: 'running' }, failure: null });
        const answer = await bridge.invoke('webhooks.mend', { accountID });
        await reread();
        if (!isShown(accountID)) return;
        set({
          mending: answer.ok
            ? { state: 'done', businesses: answer.value.businesses }
            : { state: 'failed', error: answer.error },
        });
      },
      test: async (businessID) => {
        const accountID = account();
        const say = (testing: Testing): void => {
          if (isShown(accountID)) set({ testing: { ...get().testing, [businessID]: testing } });
        };
        say({ state: 'waiting' });
        const answer = await bridge.invoke('webhooks.test', { accountID, businessID });
        if (!answer.ok) return say({ state: 'failed', error: answer.error });
        const { afterMs, deliveryID } = answer.value;
        say(afterMs === null ? { state: 'none' } : { state: 'arrived', afterMs, deliveryID });
      },
      create: async (webhook) => {
        const answer = await bridge.invoke('webhooks.create', { accountID: account(), ...webhook });
        await reread();
        return answer.ok ? null : answer.error;
      },
      enable: async (named, enabled) => {
        const input = { accountID: account(), ...named, enabled };
        await act('webhooks.enable', input);
      },
      setCredentials: async (named, credentials) => {
        const input = { accountID: account(), ...named, credentials };
        const answer = await bridge.invoke('webhooks.setCredentials', input);
        await reread();
        return answer.ok ? null : answer.error;
      },
      removeCredentials: async (named) => {
        const input = { accountID: account(), ...named };
        await act('webhooks.removeCredentials', input);
      },
      remove: async (named, url) => {
        const input = { accountID: account(), ...named };
        const answer = await act('webhooks.delete', input);
        if (answer?.ok) set({ deleted: { ...input, url, ...answer.value } });
      },
      restore: async () => {
        const { deleted } = get();
        if (deleted === null) return;
        const { accountID, businessID, webhookID } = deleted;
        set({ deleted: null });
        const answer = await act('webhooks.restore', { accountID, businessID, webhookID });
        if (answer?.ok === false && answer.error.code !== 'not_found') set({ deleted });
      },
      forget: () => set({ deleted: null }),
    };
  });
