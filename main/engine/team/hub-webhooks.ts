/**
 * Webhooks that lead to the team's hub: paths and credentials, which all desktops derive alike, and test events, which
 * come back over the log. The desktop that polls an account for the team also repairs its webhooks.
 */
import { z } from 'zod';
import type { Answer } from '../../../contract/errors.ts';
import type { WebhookChange } from '../../../contract/team/desk.ts';
import { createBackoff } from '../../clock/backoff.ts';
import { deriveWebhookSecrets, type WebhookSecrets } from '../../sealing/webhook-secrets.ts';
import { findAccount } from '../accounts/rows.ts';
import type { SharedWebhooks } from '../accounts/runtime.ts';
import { digest, generatePath } from '../platform/http/credentials.ts';
import type { Random } from '../platform/random.ts';
import type { HubRoute } from '../tunnel/hub.ts';
import type { TeamContext } from './context.ts';

export type AskHub = (change: WebhookChange) => Promise<Answer<unknown>>;

const retryBackoff = createBackoff({ first: 2_000, max: 5 * 60_000, jitter: 0.5 });
const testEvent = z.object({ event: z.object({ id: z.string() }) });

export const createHubWebhooks = ({
  address,
  store,
  keyring,
  keys,
  teamLog,
  clock,
  random,
  askHub,
  mayRepair,
}: Pick<TeamContext, 'store' | 'keyring' | 'keys' | 'teamLog' | 'clock'> & {
  /** The intake's address of this team, without a final slash. */
  readonly address: string;
  readonly random: Random;
  readonly askHub: AskHub;
  readonly mayRepair: (accountID: string) => boolean;
}) => {
  const testAccount = keys.deriveItemKey('test events');
  const waiting = new Map<string, () => void>();

  /** @param service the service and generation, which the accounts of a business share */
  const createWebhooks = (account: string, service: string): Omit<SharedWebhooks, 'mayRepair'> => {
    const deriveSecrets = (business: string | null): WebhookSecrets =>
      deriveWebhookSecrets(keyring(), business === null ? account : service, business);
    const deriveKey = (business: string | null): string | null =>
      business && keys.deriveItemKey(`business\n${service}\n${business}`);
    return {
      getAddressee: (business) => {
        const secrets = deriveSecrets(business);
        return { ...secrets, passwordDigest: digest(secrets.password).toString('hex') };
      },
      announce: (business) => {
        const { path, username, password } = deriveSecrets(business);
        const webhook = { path, username, passwordDigest: digest(password).toString('base64url') };
        return askHub({ account, business: deriveKey(business), webhook });
      },
      forget: (business) => askHub({ account, business: deriveKey(business), webhook: null }),
    };
  };

  const tests = createWebhooks(testAccount, '');

  const route: HubRoute = {
    address,
    watch: (report) => {
      /** Counts states of the log, to ignore answers that belong to an earlier one. */
      let current = 0;
      let failures = 0;
      let cancel = (): void => undefined;
      /** The hub must know the address of test events before the first one. */
      const announceTests = async (state: number): Promise<void> => {
        const known = await tests.announce(null);
        if (state !== current) return;
        report(known.ok);
        failures = known.ok ? 0 : failures + 1;
        if (known.ok) return;
        const wait = retryBackoff(failures, random.fraction);
        cancel = clock.after(wait, () => void announceTests(state));
      };
      const end = teamLog.onState(({ name }) => {
        current += 1;
        cancel();
        if (name === 'up') void announceTests(current);
        else report(false);
      });
      return () => {
        current += 1;
        cancel();
        end();
      };
    },
    testEvents: {
      areLate: true,
      header: 'x-hearthline-receiver',
      mark: '',
      expect: () => {
        const { path, username, password } = tests.getAddressee(null);
        const id = generatePath(random);
        const { promise: arrival, resolve } = Promise.withResolvers<void>();
        let isHere = false;
        waiting.set(id, () => {
          isHere = true;
          resolve();
        });
        return {
          ...{ path, username, password, id, arrival },
          hasArrived: () => isHere,
          forget: () => void waiting.delete(id),
        };
      },
    },
  };

  return {
    /** The key of test events in subjects, in place of an account's. */
    testAccount,
    /** Takes a test event from the log; another desktop's is ignored. */
    receiveTest: (body: unknown): void => {
      const read = testEvent.safeParse(body);
      if (read.success) waiting.get(read.data.event.id)?.();
    },
    /** Null for an unknown account and for practice. */
    find: (accountID: string): SharedWebhooks | null => {
      const account = keys.findAccountKey(accountID);
      const row = findAccount(store, accountID);
      if (account === null || row === null) return null;
      const service = `${row.service}\n${row.generation}`;
      return { ...createWebhooks(account, service), mayRepair: () => mayRepair(accountID) };
    },
    route,
  };
};
