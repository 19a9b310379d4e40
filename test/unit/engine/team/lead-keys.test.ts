/** A lead has the same key on every desktop, and is found by it wherever it is. */
import { expect, it } from 'vitest';
import type { AccountID } from '../../../../contract/records.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { createLeadKeys } from '../../../../main/engine/team/lead-keys.ts';
import { testIngest } from '../support/ingest.ts';
import { negotiation } from '../support/records.ts';
import { account, accountID, noon, putAccount } from '../support/store.ts';
import { legacyID, openBench } from '../tools/move/bench.ts';

const subjectKey = Buffer.alloc(32, 5);
const keysOf = (store: Store) => createLeadKeys(store, subjectKey);

it('two desktops with other row numbers and account ids know a lead by the same key', () => {
  const [one, other] = [testIngest(), testIngest()];
  other.store.db.exec('DELETE FROM accounts');
  putAccount(other.store, { ...account, accountID: 'elsewhere' as AccountID }, noon);
  one.ingest.negotiations(accountID, [negotiation('n1')], 'poll');
  other.ingest.negotiations('elsewhere', [negotiation('n0'), negotiation('n1')], 'poll');
  const place = keysOf(one.store).placeOf(1);
  expect(place).toEqual(keysOf(other.store).placeOf(2));
  if (place === null) throw new Error('no place');
  expect(keysOf(other.store).leadOf(place)).toBe(2);
  expect(keysOf(other.store).accountOf(place.account)).toBe('elsewhere');
  expect(keysOf(one.store).leadOf({ ...place, negotiation: 'n0' })).toBe(null);
});

it('a lead that was merged is found by the key of its legacy copy', () => {
  const bench = openBench();
  bench.legacy.lead('n1');
  bench.v4.lead('n1');
  const keys = keysOf(bench.store);
  const [legacy, current] = [legacyID, accountID].map((id) =>
    keys.placeOf(bench.numberOf(id, 'n1')),
  );
  if (!legacy || !current) throw new Error('no place');
  bench.merge('n1');
  const lead = bench.numberOf(accountID, 'n1');
  expect(legacy).not.toEqual(current);
  expect([keys.leadOf(legacy), keys.leadOf(current)]).toEqual([lead, lead]);
});

it('a lead is found under another sign-in of the same service, and practice has no key', () => {
  const { store, ingest } = testIngest();
  ingest.negotiations(accountID, [negotiation('n1')], 'poll');
  const keys = keysOf(store);
  const place = keys.placeOf(1);
  if (place === null) throw new Error('no place');
  const second = { ...account, accountID: 'second' as AccountID, userID: 'user-2' };
  putAccount(store, second, noon);
  store.db.exec("UPDATE leads SET account_id = 'second'");
  expect(keys.leadOf(place)).toBe(1);
  store.db.exec('UPDATE accounts SET practice = 1');
  expect(keysOf(store).placeOf(1)).toBe(null);
});
