/**
 * Synchronizes a legacy account. Leads and messages cannot be fetched, only the account info: it
 * names the business, and shows a dead sign-in before a reply fails.
 */
import type { AccountID } from '../../../../../contract/records.ts';
import { createSchedule } from '../../../../clock/schedule.ts';
import type { LegacyClient } from './service/client.ts';
import { findAccount, setProgress } from '../../../accounts/rows.ts';
import { createHealth } from '../../../accounts/sync/health.ts';
import { businessesMs } from '../../../accounts/sync/pace.ts';
import type { AccountSync, SyncDependencies } from '../../../accounts/runtime.ts';

export const createLegacySync = (
  dependencies: SyncDependencies & {
    readonly client: Pick<LegacyClient, 'fetchAccountInfo' | 'pausedUntil'>;
  },
  accountID: AccountID,
): AccountSync => {
  const { store, ingest, client, clock, log } = dependencies;
  const health = createHealth(dependencies, accountID);
  let isStopped = false;

  const listBusiness = (businessID: string, name: string): void =>
    ingest.applyBusinesses(accountID, [{ businessID, name }]);

  const fetchInfo = async (): Promise<void> => {
    const answer = await client.fetchAccountInfo();
    if (isStopped) return;
    if (!answer.ok) {
      // `not_found`: the profile has no account info path, and no request was made.
      if (answer.error.code !== 'not_found')
        health.recordFailure(answer.error, client.pausedUntil());
      return;
    }
    health.recordSuccess();
    // Without a name, the one from the sign-in stays.
    const { businessID, businessName } = answer.value;
    if (businessName !== '') listBusiness(businessID, businessName);
  };

  const schedule = createSchedule(clock, (thrown) => {
    if (!isStopped) log.error({ err: thrown, accountID }, 'a legacy account was not checked');
  });

  const fetchAndPlan = async (): Promise<void> => {
    try {
      await fetchInfo();
    } finally {
      const rest = health.getRestEnd() - clock.steady();
      schedule.in('ask', rest > 0 ? rest : businessesMs, fetchAndPlan);
    }
  };

  const check = (): void => schedule.now('ask', fetchAndPlan);

  const wake = (): void => {
    health.wake();
    check();
  };

  return {
    start: () => {
      const account = findAccount(store, accountID);
      if (account !== null) {
        setProgress(store, accountID, { listsLeads: false, backfill: 'impossible' });
        listBusiness(account.userID, account.userName);
      }
      check();
    },
    onAnswered: () => {
      if (isStopped || health.report().online) return;
      health.wake();
      // An error of the store must not lose the answer.
      schedule.now('answered', health.recordSuccess);
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
      isStopped = true;
      schedule.stop();
    },
  };
};
