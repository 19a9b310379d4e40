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
const ofTeam = { ...account, teamSince: 1 };
const keysOf = (store: Store) => createLeadKeys(store, subjectKey);

it('two desktops with other row numbers and account ids know a lead by the same key', () => {
  const [one, other] = [testIngest(), testIngest()];
  other.store.db.exec('DELETE FROM accounts');
  putAccount(one.store, ofTeam, noon);
  putAccount(other.store, { ...ofTeam, accountID: 'elsewhere' as AccountID }, noon);
  one.ingest.applyNegotiations(accountID, [negotiation('n1')], 'poll');
  other.ingest.applyNegotiations('elsewhere', [negotiation('n0'), negotiation('n1')], 'poll');
  const place = keysOf(one.store).findRef(1);
  expect(place).toEqual(keysOf(other.store).findRef(2));
  if (place === null) throw new Error('no place');
  expect(keysOf(other.store).findLead(place)).toBe(2);
  const accountKey = keysOf(one.store).findAccountKey(accountID) ?? '';
  expect(keysOf(other.store).findAccountID(accountKey)).toBe('elsewhere');
  expect(keysOf(other.store).findLead({ ...place, account: accountKey })).toBe(2);
  expect(keysOf(one.store).findLead({ ...place, negotiation: 'n0' })).toBe(null);
});

it('a lead that was merged is found by the key of its legacy copy', () => {
  const bench = openBench();
  bench.legacy.lead('n1');
  bench.v4.lead('n1');
  bench.store.db.exec('UPDATE accounts SET team_since = 1');
  const keys = keysOf(bench.store);
  const [legacy, current] = [legacyID, accountID].map((id) =>
    keys.findRef(bench.numberOf(id, 'n1')),
  );
  if (!legacy || !current) throw new Error('no place');
  bench.merge('n1');
  const lead = bench.numberOf(accountID, 'n1');
  expect(legacy).not.toEqual(current);
  expect([keys.findLead(legacy), keys.findLead(current)]).toEqual([lead, lead]);
});

it('a lead has one key whichever sign-in of the team serves it, and is found by the key of each', () => {
  const { store, ingest } = testIngest();
  putAccount(store, ofTeam, noon);
  ingest.applyNegotiations(accountID, [negotiation('n1')], 'poll');
  const keys = keysOf(store);
  const place = keys.findRef(1);
  if (place === null) throw new Error('no place');
  const second = { ...ofTeam, accountID: 'second' as AccountID, userID: 'user-2' };
  putAccount(store, second, noon);
  store.db.exec("UPDATE leads SET account_id = 'second'");
  expect(keys.findRef(1)).toEqual(place);
  const accountKeys = [accountID, 'second'].map((id) => keys.findAccountKey(id) ?? '');
  expect(new Set([place.account, ...accountKeys]).size).toBe(3);
  for (const key of [place.account, ...accountKeys])
    expect(keys.findLead({ ...place, account: key })).toBe(1);
});

it('the person’s own account and practice have no key while they are not the team’s', () => {
  const { store, ingest } = testIngest();
  ingest.applyNegotiations(accountID, [negotiation('n1')], 'poll');
  const keys = keysOf(store);
  const keysNow = () => [keys.findRef(1), keys.findAccountKey(accountID)];
  expect(keysNow()).toEqual([null, null]);
  putAccount(store, ofTeam, noon);
  const [place, key] = keysNow();
  expect([place, key]).not.toContain(null);
  putAccount(store, account, noon);
  expect(keysNow()).toEqual([null, null]);
  expect(keys.findAccountID(typeof key === 'string' ? key : '')).toBe(null);
  putAccount(store, { ...ofTeam, practice: true }, noon);
  expect(keysNow()).toEqual([null, null]);
});
