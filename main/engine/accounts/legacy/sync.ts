/**
 * A legacy account has no list, no lead and no message that could be asked for: its service calls us
 * (service.md, Endpoints G). What is left to do here is to name its one business, and to ask now and
 * then whether the sign-in still works (D), so that a dead one is seen before a reply fails.
 */
import type { AccountID } from '../../../../contract/records.ts';
import { createSchedule } from '../../../clock/schedule.ts';
import type { LegacyClient } from './service/client.ts';
import { accountByID, setProgress } from '../rows.ts';
import { createHealth } from '../sync/health.ts';
import { businessesMs } from '../sync/pace.ts';
import type { AccountSync, SyncDependencies } from '../sync/account-sync.ts';

type Dependencies = SyncDependencies & {
  readonly client: Pick<LegacyClient, 'accountInfo' | 'pausedUntil'>;
};

/** Looks after a legacy account, from `start` until `stop`. */
export const createLegacySync = (dependencies: Dependencies, accountID: AccountID): AccountSync => {
  const { store, ingest, client, clock, random, publish, log } = dependencies;
  const health = createHealth({ store, accountID, clock, random, publish });
  let stopped = false;

  const listBusiness = (businessID: string, name: string): void =>
    ingest.businesses(accountID, [{ businessID, name }]);

  const ask = async (): Promise<void> => {
    const answer = await client.accountInfo();
    if (stopped) return;
    if (!answer.ok) {
      // A profile that does not say where account info is: nothing was asked, and nothing is wrong.
      if (answer.error.code !== 'not_found') health.failed(answer.error, client.pausedUntil());
      return;
    }
    health.succeeded();
    // Without a name, the one that was told at the sign-in stays.
    const { businessID, businessName } = answer.value;
    if (businessName !== '') listBusiness(businessID, businessName);
  };

  const schedule = createSchedule(clock, (thrown) => {
    if (!stopped) log.error({ err: thrown, accountID }, 'a legacy account was not checked');
  });

  const askAndPlan = async (): Promise<void> => {
    try {
      await ask();
    } finally {
      const rest = health.restsUntil() - clock.steady();
      schedule.in('ask', rest > 0 ? rest : businessesMs, askAndPlan);
    }
  };

  const check = (): void => schedule.now('ask', askAndPlan);

  const wake = (): void => {
    health.wake();
    check();
  };

  return {
    start: () => {
      const account = accountByID(store, accountID);
      if (account !== null) {
        setProgress(store, accountID, { listsLeads: false, backfill: 'impossible' });
        listBusiness(account.userID, account.userName);
      }
      check();
    },
    answered: () => {
      if (stopped || health.report().online) return;
      health.wake();
      health.succeeded();
    },
    watch: () => undefined,
    checkNow: wake,
    pauseImport: () => undefined,
    wake,
    pollDue: () => undefined,
    report: () => ({
      ...health.report(),
      polling: { lastAt: null, nextAt: null, listsLeads: false, pausedUntil: null },
      backfill: { state: 'impossible', leads: 0 },
    }),
    stop: () => {
      stopped = true;
      schedule.stop();
    },
  };
};
