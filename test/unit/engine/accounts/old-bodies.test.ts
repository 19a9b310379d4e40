/** Bodies of deliveries are removed when they are old and applied; everything else stays. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storedOnlyKinds } from '../../../../main/engine/marketplaces/choose.ts';
import { removeOldBodies } from '../../../../main/engine/accounts/old-bodies.ts';
import { createDeliveryCommands } from '../../../../main/engine/receiver/delivery-commands.ts';
import { testIngest } from '../support/ingest.ts';
import { message, negotiation } from '../support/records.ts';
import { accountID, noon, testLog, testSlices } from '../support/store.ts';
import { faultsOf, recordStatements } from '../support/statements.ts';

const dayMs = 24 * 60 * 60_000;
const laterMs = 6 * 60 * 60_000;

const bench = () => {
  const made = testIngest();
  const { store, clock, ingest } = made;
  const commands = createDeliveryCommands({
    store,
    findAccount: () => null,
    applyRecorded: ingest.applyRecorded,
    publish: () => undefined,
  });
  onTestFinished(
    removeOldBodies({ store, slices: testSlices(clock), clock, log: testLog(), storedOnlyKinds }),
  );
  /** The kinds of the deliveries that have a body, newest last. */
  const withBody = (): unknown[] =>
    store.db
      .prepare("SELECT event_type FROM deliveries WHERE body <> '' ORDER BY delivery")
      .pluck()
      .all();
  /** Lets time pass, and then one more regular cleanup. */
  const pass = async (ms: number): Promise<void> => {
    for (const part of [ms, laterMs]) {
      clock.advance(part);
      await setImmediate();
    }
  };
  return { ...made, ...commands, withBody, pass };
};

describe('the body of a delivery', () => {
  it('is removed 30 days after it came if it was applied, and a late duplicate changes nothing', async () => {
    const made = bench();
    const words = message('m1', '1', 'Customer', 'Hi', noon);
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    made.deliver('MessageCreatedV4', words);
    await made.pass(29 * dayMs);
    expect(made.withBody()).toEqual(['NegotiationCreatedV4', 'MessageCreatedV4']);
    made.deliver('NegotiationCreatedV4', negotiation('2'));
    await made.pass(dayMs);
    expect(made.withBody()).toEqual(['NegotiationCreatedV4']);

    made.changes.length = 0;
    made.deliver('MessageCreatedV4', words);
    const messages = made.view('all').flatMap((lead) => made.thread(lead));
    expect([made.changes, messages.length]).toEqual([[], 1]);
    expect(await made['deliveries.get']({ accountID, deliveryID: '2' })).toMatchObject({
      value: { body: null, delivery: { state: 'applied', times: 2 } },
    });
  });

  it('is kept if it is not understood, not applied yet, or of a kind that changes no lead', async () => {
    const made = bench();
    const kept = ['ReviewCreatedV4', 'PresetJobScheduled', 'RoofFellInV9'];
    for (const kind of kept) made.deliver(kind, { id: 1 });
    made.ingest.record([{ accountID, eventType: 'Review', webhookID: null, body: '{"rating":4}' }]);
    await made.pass(90 * dayMs);
    made.store.db.exec("UPDATE deliveries SET state = 'recorded' WHERE delivery = 1");
    await made.pass(0);
    expect(made.withBody()).toEqual([...kept, 'Review']);
  });

  it('that was removed cannot be applied again, and its delivery is unchanged', async () => {
    const made = bench();
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    await made.pass(31 * dayMs);
    expect(await made['deliveries.apply']({ accountID, deliveryID: '1' })).toMatchObject({
      error: { code: 'too_late' },
    });
    expect(await made['deliveries.get']({ accountID, deliveryID: '1' })).toMatchObject({
      value: { delivery: { state: 'applied', reason: null } },
    });
  });

  it('that a backup brought back is removed again, through an index', async () => {
    const statements = recordStatements();
    const made = bench();
    for (let id = 1; id <= 45; id++) made.deliver('NegotiationCreatedV4', negotiation(`${id}`));
    await made.pass(31 * dayMs);
    made.store.db.exec(`UPDATE deliveries SET body = '{"from":"a backup"}'`);
    await made.pass(0);
    expect(made.withBody()).toEqual([]);
    const asked = statements().filter(({ sql }) => sql.includes('INDEXED BY'));
    expect(asked).toHaveLength(1);
    expect(faultsOf(made.store.db, asked)).toEqual([]);
  });
});
