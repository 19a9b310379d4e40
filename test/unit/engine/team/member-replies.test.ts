/** A reply that a colleague sent counts as a person's, whichever arrives first: the message or who sent it. */
import { describe, expect, it } from 'vitest';
import { recordMemberReply } from '../../../../main/engine/conversation/automatic.ts';
import { adoptEcho } from '../../../../main/engine/conversation/outbox/echo.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { keepReply } from '../support/repair.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { message, negotiation } from '../support/records.ts';
import { accountID, noon } from '../support/store.ts';

const requestedAt = noon - 60_000;
const text = 'Hi Maria, on my way';
const arrive = ({ deliver }: Bench): void =>
  deliver('MessageCreatedV4', message('m1', '1', 'Business', text, requestedAt + 5_000));
const note = ({ store }: Bench): void => {
  const lead = recordMemberReply(store, { accountID, messageID: 'm1', person: 'ben' });
  if (lead !== null) refreshInbox(store, lead);
};

describe('a reply by a colleague seconds after the request', () => {
  it.each([
    ['known before its message', [note, arrive]],
    ['known after its message', [arrive, note]],
  ])('is a personal answer, %s', (_, steps) => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    for (const step of steps) step(bench);
    expect(bench.lead()).toMatchObject({ needsReply: false, isAnswered: true, isUnread: false });
    const row = bench.store.db.prepare('SELECT automatic, person FROM messages');
    expect(row.all()).toEqual([{ automatic: 0, person: 'ben' }]);
    const inbox = bench.store.db.prepare('SELECT first_reply_at FROM inbox').pluck();
    expect(inbox.get()).toBe(requestedAt + 5_000);
  });

  it('stays suspected without a team', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    arrive(bench);
    expect(bench.lead().needsReply).toBe(true);
  });

  it('is not mistaken for the same text that waits here', () => {
    const bench = testIngest(adoptEcho);
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    note(bench);
    keepReply(bench.store, 1, text);
    bench.store.db.exec("UPDATE outbox SET state = 'checking'");
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Business', text, noon + 200_000));
    expect(bench.store.db.prepare('SELECT count(*) FROM outbox').pluck().get()).toBe(1);
    expect(bench.thread(bench.lead())).toHaveLength(2);
  });
});
