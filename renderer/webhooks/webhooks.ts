/** Changes to an account's webhooks at the service. Passwords are passed on and never stored. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';
import type { Queries } from '../platform/queries.ts';

type WebhookIDs = { readonly businessID: string | null; readonly webhookID: string };
export type NewWebhook = Omit<CommandInput<'webhooks.create'>, 'accountID'>;
export type Credentials = CommandInput<'webhooks.setCredentials'>['credentials'];

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.~';

const createRandomText = (length: number): string =>
  [...crypto.getRandomValues(new Uint8Array(length * 4))]
    // Bytes above the largest multiple of the alphabet's size would make some letters more likely.
    .filter((byte) => byte < 256 - (256 % letters.length))
    .slice(0, length)
    .map((byte) => letters[byte % letters.length])
    .join('');

/** A random user name and a password of about 190 random bits. */
export const generateCredentials = (): Credentials => ({
  username: `hook-${createRandomText(8)}`,
  password: createRandomText(32),
});

type Repairing =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly businesses: CommandOutput<'webhooks.repair'>['businesses'] }
  | { readonly state: 'failed'; readonly error: Failure };

type Testing =
  | { readonly state: 'waiting' }
  | { readonly state: 'arrived'; readonly afterMs: number; readonly deliveryID: string | null }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly error: Failure };

type DeletedWebhook = WebhookIDs & { readonly url: string; readonly restorable: boolean };

/** Commands whose failure is shown next to their webhook. */
type ActionCommand =
  | 'webhooks.enable'
  | 'webhooks.removeCredentials'
  | 'webhooks.delete'
  | 'webhooks.restore';

export type Webhooks = {
  /** Ids of the webhooks that are being changed. */
  readonly busy: ReadonlySet<string>;
  /** Failures of the latest changes, by webhook. */
  readonly failures: Readonly<Record<string, Failure>>;
  /** The last deleted webhook, until `forget`. */
  readonly deleted: DeletedWebhook | null;
  readonly repair: Repairing | null;
  readonly testing: Readonly<Record<string, Testing>>;
  readonly repairAll: () => Promise<void>;
  readonly test: (businessID: string) => Promise<void>;
  readonly create: (webhook: NewWebhook) => Promise<Answer<unknown>>;
  readonly enable: (ids: WebhookIDs, enabled: boolean) => Promise<void>;
  readonly setCredentials: (ids: WebhookIDs, credentials: Credentials) => Promise<Answer<unknown>>;
  readonly removeCredentials: (ids: WebhookIDs) => Promise<void>;
  readonly remove: (ids: WebhookIDs, url: string) => Promise<void>;
  readonly restore: () => Promise<void>;
  readonly forget: () => void;
};

/** The webhooks of one account. */
export const createWebhooks = (
  bridge: Bridge,
  queries: Queries,
  accountID: AccountID,
): StoreApi<Webhooks> =>
  createStore<Webhooks>()((set, get) => {
    const refetchList = (): Promise<void> => queries.refetch('webhooks.list');

    const setBusy = (webhookID: string, isBusy: boolean): void => {
      const others = [...get().busy].filter((each) => each !== webhookID);
      set({ busy: new Set(isBusy ? [...others, webhookID] : others) });
    };

    /** Changes a webhook and refetches the list. */
    const act = async <C extends ActionCommand>(
      command: C,
      input: CommandInput<C>,
    ): Promise<Answer<CommandOutput<C>>> => {
      const { webhookID } = input;
      setBusy(webhookID, true);
      set({ failures: {} });
      const answer = await bridge.invoke(command, input);
      if (!answer.ok) set({ failures: { ...get().failures, [webhookID]: answer.error } });
      await refetchList();
      setBusy(webhookID, false);
      return answer;
    };

    return {
      busy: new Set(),
      failures: {},
      deleted: null,
      repair: null,
      testing: {},
      repairAll: async () => {
        set({ repair: { state: 'running' }, failures: {} });
        const answer = await bridge.invoke('webhooks.repair', { accountID });
        await refetchList();
        set({
          repair: answer.ok
            ? { state: 'done', businesses: answer.value.businesses }
            : { state: 'failed', error: answer.error },
        });
      },
      test: async (businessID) => {
        const setTest = (testing: Testing): void =>
          set({ testing: { ...get().testing, [businessID]: testing } });
        setTest({ state: 'waiting' });
        const answer = await bridge.invoke('webhooks.test', { accountID, businessID });
        if (!answer.ok) return setTest({ state: 'failed', error: answer.error });
        const { afterMs, deliveryID } = answer.value;
        setTest(afterMs === null ? { state: 'none' } : { state: 'arrived', afterMs, deliveryID });
      },
      create: async (webhook) => {
        const answer = await bridge.invoke('webhooks.create', { accountID, ...webhook });
        await refetchList();
        return answer;
      },
      enable: async (ids, enabled) => {
        await act('webhooks.enable', { accountID, ...ids, enabled });
      },
      setCredentials: async (ids, credentials) => {
        const input = { accountID, ...ids, credentials };
        const answer = await bridge.invoke('webhooks.setCredentials', input);
        await refetchList();
        return answer;
      },
      removeCredentials: async (ids) => {
        await act('webhooks.removeCredentials', { accountID, ...ids });
      },
      remove: async (ids, url) => {
        const answer = await act('webhooks.delete', { accountID, ...ids });
        if (answer.ok) set({ deleted: { ...ids, url, ...answer.value } });
      },
      restore: async () => {
        const { deleted } = get();
        if (deleted === null) return;
        const { businessID, webhookID } = deleted;
        set({ deleted: null });
        const answer = await act('webhooks.restore', { accountID, businessID, webhookID });
        const isRetryable = !answer.ok && answer.error.code !== 'not_found';
        if (isRetryable) set(({ deleted: newer }) => ({ deleted: newer ?? deleted }));
      },
      forget: () => set({ deleted: null }),
    };
  });
