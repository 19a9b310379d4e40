/** Sample accounts and connection reports. */
import {
  account,
  connectionReport,
  type Account,
  type ConnectionReport,
} from '../../../../contract/accounts.ts';
import { noon } from './samples.ts';

type Hook = ConnectionReport['webhooks'][number];

export const accountLike = (
  accountID: string,
  generation: 'v4' | 'legacy',
  state: Account['grant']['state'],
  change: Partial<Record<keyof Account, unknown>> = {},
): Account =>
  account.parse({
    accountID,
    profileName: generation === 'v4' ? 'New marketplace' : 'Old marketplace',
    environment: 'production',
    interface: generation,
    host: 'api.example',
    userName: 'Pat',
    email: '',
    scopes: [],
    missingScopes: [],
    grant: { state, since: noon, memoryOnly: false },
    practice: false,
    ...change,
  });

export const hook = (state: Hook['state'], change: Partial<Hook> = {}): Hook => ({
  businessID: 'b1',
  businessName: 'Hill Plumbing',
  state,
  checkedAt: noon,
  reason: null,
  ...change,
});

export const reportLike = (
  accountID: string,
  webhooks: readonly Hook[],
  reachable = !webhooks.some(({ state }) => state === 'not_possible'),
): ConnectionReport =>
  connectionReport.parse({
    accountID,
    online: true,
    lastContactAt: noon,
    lastFailure: null,
    polling: { lastAt: noon, nextAt: noon, listsLeads: true, pausedUntil: null },
    backfill: { state: 'done', leads: 3 },
    receiver: {
      listening: true,
      port: 4000,
      reachable,
      lastDeliveryAt: null,
      refused: 0,
      lacksPassword: false,
    },
    webhooks,
    yielded: [],
    gaps: [],
    outbox: { waiting: 0, failed: 0 },
    notUnderstood: 0,
  });
