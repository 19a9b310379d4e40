import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepLeadPrice, leadPriceOf } from '../../../../../main/engine/leads/lead-prices.ts';
import { migrations } from '../../../../../main/engine/platform/store/migrations.ts';
import { openStore } from '../../../../../main/engine/platform/store/open.ts';
import {
  notePartnerCall,
  partnerEndpointOf,
  putPartnerEndpoint,
} from '../../../../../main/engine/accounts/legacy/partner-endpoint-rows.ts';
import {
  account,
  accountID,
  noon,
  temporaryFolder,
  testClock,
  testLog,
} from '../../support/store.ts';

it('a file from before the legacy interface gains its tables and keeps what it has', () => {
  const file = join(temporaryFolder(), 'leads.db');
  const open = (steps = migrations) => {
    const opened = openStore({ file, clock: testClock(), log: testLog(), migrations: steps });
    if (!opened.ok) throw new Error(opened.error.message);
    return opened.value;
  };
  const before = open(
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === 'legacy'),
    ),
  );
  before.db
    .prepare(
      `INSERT INTO accounts (account_id, profile, user_id, user_name, connected, connected_at)
       VALUES (?, ?, 'u', 'Pat', 1, ?)`,
    )
    .run(accountID, JSON.stringify(account.profile), noon);
  before.close();

  const store = open();
  const endpoint = { accountID, path: 'p', username: 'u', passwordDigest: 'd', renewedAt: null };
  putPartnerEndpoint(store, endpoint);
  notePartnerCall(store, accountID, noon);
  putPartnerEndpoint(store, { ...endpoint, passwordDigest: 'e', renewedAt: noon });
  expect(partnerEndpointOf(store, accountID)).toEqual({
    ...endpoint,
    passwordDigest: 'e',
    renewedAt: noon,
    lastCallAt: noon,
  });
  keepLeadPrice(store, accountID, 'n1', { leadPrice: '$20', chargeState: null });
  keepLeadPrice(store, accountID, 'n1', { leadPrice: null, chargeState: 'Charged' });
  expect(leadPriceOf(store, accountID, 'n1')).toEqual({ leadPrice: '$20', chargeState: 'Charged' });
  store.close();
});
