/**
 * Synchronizes a legacy account. Leads and messages cannot be fetched, only the account info: it
 * names the business, and shows a dead sign-in before a reply fails.
 */
import type { AccountID } from '../../../../../contract/records.ts';
import { createSchedule } from '../../../../clock/schedule.ts';
import type { LegacyClient } from './service/client.ts';
import { accountByID, setProgress } from '../../../accounts/rows.ts';
import { createHealth } from '../../../accounts/sync/health.ts';
import { businessesMs } from '../../../accounts/sync/pace.ts';
import type { AccountSync, SyncDependencies } from '../../../accounts/runtime.ts';

export const createLegacySync = (
  dependencies: SyncDependencies & {
    readonly client: Pick<LegacyClient, 'accountInfo' | 'pausedUntil'>;
  },
  accountID: AccountID,
): AccountSync => {
  const { store, ingest, client, clock, log } = dependencies;
  const health = createHealth(dependencies, accountID);
  let stopped = false;

  const listBusiness = (businessID: string, name: string): void =>
    ingest.businesses(accountID, [{ businessID, name }]);

  const ask = async (): Promise<void> => {
    const answer = await client.accountInfo();
    if (stopped) return;
    if (!answer.ok) {
      // `not_found`: the profile has no account info path, and no request was made.
      if (answer.error.code !== 'not_found') health.failed(answer.error, client.pausedUntil());
      return;
    }
    health.succeeded();
    // Without a name, the one from the sign-in stays.
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
