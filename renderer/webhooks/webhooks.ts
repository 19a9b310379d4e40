/** Changes to an account's webhooks at the service. Passwords are passed on and never stored. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { errorOf, type Bridge } from '../platform/bridge.ts';
import type { Queries } from '../platform/queries.ts';

export type WebhookIDs = { readonly businessID: string | null; readonly webhookID: string };
export type NewWebhook = Omit<CommandInput<'webhooks.create'>, 'accountID'>;
export type Credentials = CommandInput<'webhooks.setCredentials'>['credentials'];

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.~';

const randomText = (length: number): string =>
  [...crypto.getRandomValues(new Uint8Array(length * 4))]
    // Bytes above the largest multiple of the alphabet's size would make some letters more likely.
    .filter((byte) => byte < 256 - (256 % letters.length))
    .slice(0, length)
    .map((byte) => letters[byte % letters.length])
    .join('');

/** A random user name and a password of about 190 random bits. */
export const generateCredentials = (): Credentials => ({
  username: `hook-${randomText(8)}`,
  password: randomText(32),
});

export type Repairing =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly businesses: CommandOutput<'webhooks.repair'>['businesses'] }
  | { readonly state: 'failed'; readonly error: Failure };

export type Testing =
  | { readonly state: 'waiting' }
  | { readonly state: 'arrived'; readonly afterMs: number; readonly deliveryID: string | null }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly error: Failure };

type DeletedWebhook = WebhookIDs & {
  readonly accountID: AccountID;
  readonly url: string;
  readonly restorable: boolean;
};

/** Commands whose failure is shown next to their webhook. */
type ActionCommand =
  | 'webhooks.enable'
  | 'webhooks.removeCredentials'
  | 'webhooks.delete'
  | 'webhooks.restore';

export type Webhooks = {
  readonly accountID: AccountID | null;
  /** Id of the webhook that is being changed. */
  readonly busy: string | null;
  readonly failure: { readonly webhookID: string; readonly error: Failure } | null;
  /** The last deleted webhook, until `forget`. */
  readonly deleted: DeletedWebhook | null;
  readonly repair: Repairing | null;
  readonly testing: Readonly<Record<string, Testing>>;
  readonly show: (accountID: AccountID) => void;
  readonly repairAll: () => Promise<void>;
  readonly test: (businessID: string) => Promise<void>;
  /** Returns the failure, or null. */
  readonly create: (webhook: NewWebhook) => Promise<Failure | null>;
  readonly enable: (ids: WebhookIDs, enabled: boolean) => Promise<void>;
  readonly setCredentials: (ids: WebhookIDs, credentials: Credentials) => Promise<Failure | null>;
  readonly removeCredentials: (ids: WebhookIDs) => Promise<void>;
  readonly remove: (ids: WebhookIDs, url: string) => Promise<void>;
  readonly restore: () => Promise<void>;
  readonly forget: () => void;
};

const initial = {
  busy: null,
  failure: null,
  deleted: null,
  repair: null,
  testing: {},
} as const;

export const createWebhooks = (bridge: Bridge, queries: Queries): StoreApi<Webhooks> =>
  createStore<Webhooks>()((set, get) => {
    const isShown = (accountID: string): boolean => get().accountID === accountID;

    const refetchList = (): Promise<void> => queries.refetch('webhooks.list');
    /** Changes a webhook and refetches the list; null if another account is shown by then. */
    const act = async <C extends ActionCommand>(
      command: C,
      input: CommandInput<C>,
    ): Promise<Answer<CommandOutput<C>> | null> => {
      const { accountID, webhookID } = input;
      set({ busy: webhookID, failure: null });
      const answer = await bridge.invoke(command, input);
      if (!isShown(accountID)) return null;
      if (!answer.ok) set({ failure: { webhookID, error: answer.error } });
      await refetchList();
      if (!isShown(accountID)) return null;
      set({ busy: null });
      return answer;
    };

    const shownID = (): AccountID => get().accountID ?? ('' as AccountID);

    return {
      accountID: null,
      ...initial,
      show: (accountID) => {
        if (get().accountID !== accountID) set({ accountID, ...initial });
      },
      repairAll: async () => {
        const accountID = shownID();
        set({ repair: { state: 'running' }, failure: null });
        const answer = await bridge.invoke('webhooks.repair', { accountID });
        await refetchList();
        if (!isShown(accountID)) return;
        set({
          repair: answer.ok
            ? { state: 'done', businesses: answer.value.businesses }
            : { state: 'failed', error: answer.error },
        });
      },
      test: async (businessID) => {
        const accountID = shownID();
        const setTest = (testing: Testing): void => {
          if (isShown(accountID)) set({ testing: { ...get().testing, [businessID]: testing } });
        };
        setTest({ state: 'waiting' });
        const answer = await bridge.invoke('webhooks.test', { accountID, businessID });
        if (!answer.ok) return setTest({ state: 'failed', error: answer.error });
        const { afterMs, deliveryID } = answer.value;
        setTest(afterMs === null ? { state: 'none' } : { state: 'arrived', afterMs, deliveryID });
      },
      create: async (webhook) => {
        const input = { accountID: shownID(), ...webhook };
        const error = await errorOf(bridge.invoke('webhooks.create', input));
        await refetchList();
        return error;
      },
      enable: async (ids, enabled) => {
        await act('webhooks.enable', { accountID: shownID(), ...ids, enabled });
      },
      setCredentials: async (ids, credentials) => {
        const input = { accountID: shownID(), ...ids, credentials };
        const error = await errorOf(bridge.invoke('webhooks.setCredentials', input));
        await refetchList();
        return error;
      },
      removeCredentials: async (ids) => {
        await act('webhooks.removeCredentials', { accountID: shownID(), ...ids });
      },
      remove: async (ids, url) => {
        const input = { accountID: shownID(), ...ids };
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
