import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../contract/events.ts';
import { createDeliveryCommands } from '../../../../main/engine/receiver/delivery-commands.ts';
import { testIngest } from '../support/ingest.ts';
import { message, negotiation } from '../support/records.ts';
import { accountID, noon } from '../support/store.ts';

const bench = () => {
  const made = testIngest();
  const published: Change[] = [];
  const commands = createDeliveryCommands({
    store: made.store,
    findAccount: () => null,
    applyRecorded: made.ingest.applyRecorded,
    publish: (change) => void published.push(change),
  });
  const list = async (filter: 'all' | 'not_understood' = 'all', limit = 50, cursor?: string) => {
    const answer = await commands['deliveries.list']({
      accountID,
      filter,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
  /** Leaves the state of an older app version that could not parse these deliveries. */
  const forget = (): void => {
    made.store.db.exec(`UPDATE deliveries SET state = 'not_understood', reason = 'too new'`);
    made.store.db.exec(
      'DELETE FROM inbox; DELETE FROM marks; DELETE FROM messages; DELETE FROM leads',
    );
  };
  return { ...made, ...commands, published, list, forget };
};

describe('the deliveries', () => {
  it('are listed newest first in pages, each once, even if more arrive meanwhile', async () => {
    const made = bench();
    for (let id = 1; id <= 7; id++) made.deliver('NegotiationCreatedV4', negotiation(String(id)));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const read = await made.list('all', 3, cursor);
      seen.push(...read.deliveries.map(({ deliveryID }) => deliveryID));
      cursor = read.next ?? undefined;
      made.deliver('NegotiationCreatedV4', negotiation(`later-${seen.length}`));
    } while (cursor !== undefined);
    expect(seen).toEqual(['7', '6', '5', '4', '3', '2', '1']);
  });

  it('show customer, count and state', async () => {
    const made = bench();
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    made.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon));
    made.deliver('ReviewCreatedV4', { reviewID: '5', rating: 4 });
    made.deliver('PresetJobScheduled', { presetJobID: '6' });
    made.deliver('RoofFellInV9', { why: 'snow' });
    const about = { customerName: 'Maria Gomez', businessName: 'Ace Plumbing' };
    const { deliveries, notUnderstood } = await made.list();
    expect(notUnderstood).toBe(1);
    expect(deliveries).toMatchObject([
      {
        eventType: 'RoofFellInV9',
        state: 'not_understood',
        reason: 'events of the kind RoofFellInV9 are not known',
        leadID: null,
      },
      { eventType: 'PresetJobScheduled', state: 'kept', reason: null },
      { eventType: 'ReviewCreatedV4', state: 'kept', reason: null },
      { eventType: 'MessageCreatedV4', state: 'applied', times: 1, ...about },
      { eventType: 'NegotiationCreatedV4', state: 'applied', times: 2, ...about },
    ]);
    expect(deliveries.at(-1)?.leadID).toBe(made.lead().leadID);
    expect((await made.list('not_understood')).deliveries).toHaveLength(1);
  });

  it('of an account are found by an index', () => {
    const { store } = bench();
    const plan = store.db
      .prepare(
        `EXPLAIN QUERY PLAN SELECT * FROM deliveries WHERE account_id = ? AND delivery < ?
         ORDER BY delivery DESC LIMIT 50`,
      )
      .all(accountID, 9) as { detail: string }[];
    expect(plan.map(({ detail }) => detail).join()).toContain('deliveries_in_order');
  });

  it('refuse an invalid cursor or id', async () => {
    const made = bench();
    const list = await made['deliveries.list']({ accountID, filter: 'all', limit: 5, cursor: 'x' });
    expect(list).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    for (const deliveryID of ['99', '0', "1' OR 1"])
      expect(await made['deliveries.get']({ accountID, deliveryID })).toMatchObject({
        error: { code: 'not_found' },
      });
  });
});

describe('a delivery', () => {
  it('is returned with its unchanged body', async () => {
    const made = bench();
    const body = '{"event":{"eventType":"Odd"}, "data": {"id": 12345678901234567890}}';
    made.ingest.record([{ accountID, eventType: 'Odd', webhookID: null, body }]);
    expect(await made['deliveries.get']({ accountID, deliveryID: '1' })).toMatchObject({
      value: { body, delivery: { state: 'recorded', size: body.length } },
    });
  });

  it('of another account is not found', async () => {
    const made = bench();
    made.deliver('RoofFellInV9', {});
    const other = 'other' as typeof accountID;
    expect(await made['deliveries.get']({ accountID: other, deliveryID: '1' })).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await made['deliveries.apply']({ accountID: other, deliveryID: '1' })).toMatchObject({
      error: { code: 'not_found' },
    });
  });
});

describe('applying deliveries again', () => {
  it('after an update applies those that an older version did not understand', async () => {
    const made = bench();
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    made.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon));
    made.deliver('RoofFellInV9', {});
    made.forget();
    expect(await made['deliveries.apply']({ accountID })).toEqual({
      ok: true,
      value: { applied: 2, notUnderstood: 1 },
    });
    expect(made.thread(made.lead()).map(({ text }) => text)).toEqual(['Hi']);
    expect(made.published.at(-1)?.kinds).toEqual(['webhooks', 'connection']);
  });

  it('changes nothing and notifies nobody for an applied delivery', async () => {
    const made = bench();
    made.deliver('NegotiationCreatedV4', negotiation('1'));
    made.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon));
    const before = [made.view('all'), made.thread(made.lead()), [...made.news]];
    for (const deliveryID of ['1', '2'])
      expect(await made['deliveries.apply']({ accountID, deliveryID })).toEqual({
        ok: true,
        value: { applied: 1, notUnderstood: 0 },
      });
    expect([made.view('all'), made.thread(made.lead()), made.news]).toEqual(before);
  });

  it('works for a record from a poll', async () => {
    const made = bench();
    made.ingest.applyNegotiations(
      accountID,
      [{ ...negotiation('1'), negotiationID: { odd: true } }],
      'poll',
    );
    made.store.db.exec(`UPDATE deliveries SET body = json_set(body, '$.data.negotiationID', '1')`);
    expect(await made['deliveries.apply']({ accountID, deliveryID: '1' })).toMatchObject({
      value: { applied: 1, notUnderstood: 0 },
    });
    expect(made.lead().customerName).toBe('Maria Gomez');
  });
});
