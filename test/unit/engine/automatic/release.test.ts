import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { succeed } from '../../../../contract/errors.ts';
import { createGate } from '../../../../main/engine/automatic/gate.ts';
import { createOutbox } from '../../../../main/engine/conversation/outbox/outbox.ts';
import { settle } from '../conversation/outbox/bench.ts';
import { event, message } from '../support/records.ts';
import { accountID, noon, testLog } from '../support/store.ts';
import { automaticBench, firstReply, secondMs } from './bench.ts';

const undoMs = 5 * secondMs;

describe('when an automatic reply starts to leave', () => {
  it('a person’s reply that was stored after the plan wins, though the planner does not know of it', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.newLead('1');
    expect(bench.row().outgoing).not.toBeNull();
    // The planner's first look is over.
    await bench.pass(1);
    const body = event('MessageCreatedV4', message('m1', '1', 'Business', 'At 3', noon + 60_000));
    bench.ingest.record([{ accountID, eventType: 'MessageCreatedV4', webhookID: 'w1', body }]);
    void bench.ingest.applyRecorded();
    await bench.pass(undoMs - 1);
    expect(bench.posted).toEqual([]);
    expect(bench.unsent()).toEqual(['answered']);
  });

  it('it is judged in the transaction that records that it leaves: nothing is stored in between', async () => {
    const bench = automaticBench();
    await bench.save(firstReply);
    bench.newLead('1');
    bench.stop();
    const { store, clock } = bench;
    const other = new Database(store.db.name, { timeout: 0 });
    onTestFinished(() => void other.close());
    const personReplies = other.prepare(
      `UPDATE messages SET automatic = automatic WHERE message = ?`,
    );
    const readState = other.prepare('SELECT state FROM outbox WHERE message = ?').pluck();
    const seen: unknown[] = [];
    const gate = createGate({ store, clock, getTypingLead: () => null });
    const outbox = createOutbox({
      ...{ store, clock, log: testLog(), publish: () => undefined, readUndoSeconds: () => 5 },
      random: { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) },
      release: (row) => {
        const leaves = gate.release(row);
        expect(() => personReplies.run(row.message)).toThrow('database is locked');
        seen.push(leaves, readState.get(row.message));
        return leaves;
      },
      getSender: () => ({
        canSearch: true,
        courier: {
          deliver: ({ message: row }) => {
            seen.push(readState.get(row));
            return Promise.resolve(succeed({ messageID: 'sent', sentAt: noon }));
          },
          find: () => Promise.resolve(succeed(null)),
          pausedUntil: () => null,
        },
      }),
    });
    onTestFinished(outbox.stop);
    clock.advance(undoMs);
    await settle();
    expect(seen).toEqual([true, 'queued', 'sending']);
  });
});
