import { describe, expect, it, onTestFinished } from 'vitest';
import type { Move } from '../../../../../contract/commands/move.ts';
import { fail, succeed, type Answer } from '../../../../../contract/errors.ts';
import type { Change } from '../../../../../contract/events.ts';
import type { AccountID } from '../../../../../contract/records.ts';
import { createMoveCommands } from '../../../../../main/engine/tools/move/commands.ts';
import { createMatching, type Matching } from '../../../../../main/engine/tools/move/matching.ts';
import type { ServiceClient } from '../../../../../main/engine/marketplaces/pro-integration/v4/service/client.ts';
import { fetchThreadPages } from '../../../../../main/engine/marketplaces/pro-integration/v4/service/thread.ts';
import { findAccount, setConnected } from '../../../../../main/engine/accounts/rows.ts';
import {
  listBusinesses,
  putListedBusinesses,
} from '../../../../../main/engine/leads/businesses.ts';
import { markRead } from '../../../../../main/engine/leads/read-mark.ts';
import { readMessagesBefore } from '../../../../../main/engine/conversation/message-pages.ts';
import { message, negotiation } from '../../support/records.ts';
import { account, putAccount, testLog, testSlices } from '../../support/store.ts';
import { currentID, legacyID, noon, openBench, settle } from './bench.ts';

const minute = 60_000;
const hour = 60 * minute;
const from = legacyID;

/** A v4 service that has `leads`, and the commands of the move assistant. */
const openMove = (leads: readonly string[]) => {
  const bench = openBench();
  const { store, ingest, clock } = bench;
  const asked: string[] = [];
  let answer: ((negotiationID: string) => Answer<unknown>) | null = null;
  let onAsk = (): void => undefined;
  let isConnected = true;
  let isThreadBroken = false;
  const service = {
    fetchNegotiation: async (negotiationID: string) => {
      asked.push(negotiationID);
      onAsk();
      if (answer !== null) return answer(negotiationID);
      return leads.includes(negotiationID)
        ? succeed(negotiation(negotiationID, { request: { requestID: `r-${negotiationID}` } }))
        : fail('gone', 'There is none.', { status: 404 });
    },
    fetchMessagePage: async (negotiationID: string) =>
      isThreadBroken
        ? fail('offline', 'No line.')
        : succeed({
            records: [
              message(`m-${negotiationID}`, negotiationID, 'Customer', 'Hello', noon - 9 * minute),
            ],
            limit: 20,
          }),
  } as unknown as ServiceClient;
  const start = (): Matching => {
    const matching = createMatching({
      store,
      ingest,
      findService: (id) =>
        id === currentID && isConnected
          ? { ...service, fetchMessages: (...about) => fetchThreadPages(service, ...about) }
          : null,
      slices: testSlices(clock),
      clock,
      log: testLog(),
      publish: (change) => void bench.changes.push(change),
      wakeOutbox: () => bench.outbox.wake(),
    });
    onTestFinished(() => matching.stop());
    return matching;
  };
  let matching = start();
  type Command = keyof ReturnType<typeof createMoveCommands>;
  const call = (command: Command, input: object = {}): Answer<{ move: Move | null }> => {
    const publish = (change: Change): void => void bench.changes.push(change);
    const commands = createMoveCommands({
      store,
      clock,
      matching,
      isCurrent: (id) => findAccount(store, id) && id !== legacyID,
      publish,
    });
    const handler = commands[command] as (input: object) => Answer<{ move: Move | null }>;
    return handler({ from, ...input });
  };
  const state = (): Move | null => {
    const got = call('move.get');
    return got.ok ? got.value.move : null;
  };
  for (const leadID of ['n1', 'n2', 'n3']) {
    bench.legacy.lead(leadID, { request: { requestID: `r-${leadID}` } });
    bench.legacy.message(`m-${leadID}`, leadID, 'Hello', noon - 9 * minute);
  }
  bench.legacy.disconnect();
  call('move.begin');
  return {
    ...bench,
    asked,
    call,
    state,
    answerWith: (with_: typeof answer) => (answer = with_),
    onAsk: (work: () => void) => (onAsk = work),
    cutOff: () => (isConnected = false),
    breakThreads: (broken: boolean) => (isThreadBroken = broken),
    choose: () => call('move.choose', { to: currentID }),
    /** Runs until matching stops: a lead that v4 refuses is requested three times, minutes apart. */
    match: async () => {
      const started = call('move.match');
      for (let round = 0; round < 3; round += 1) {
        for (let i = 0; i < 10; i += 1) await settle();
        if (matching.isRunning(from)) clock.advance(2 * minute);
      }
      return started;
    },
    /** Runs matching for this many minutes. */
    matchFor: async (minutes: number) => {
      call('move.match');
      for (let i = 0; i < 10; i += 1) await settle();
      for (let passed = 0; passed < minutes; passed += 1) {
        clock.advance(minute);
        for (let i = 0; i < 10; i += 1) await settle();
      }
    },
    /** Stops matching wherever it is and starts a new one, as an engine restart does. */
    restart: () => {
      matching.stop();
      matching = start();
    },
    leadsOf: (id: AccountID) =>
      store
        .prepare<[string], { id: string }>(
          'SELECT negotiation_id AS id FROM leads WHERE account_id = ? ORDER BY negotiation_id',
        )
        .all(id)
        .map((row) => row.id),
  };
};

describe('matching the leads', () => {
  it('moves the leads that v4 has and keeps the rest readable, marked as gone', async () => {
    const move = openMove(['n1', 'n3']);
    move.choose();
    await move.match();
    expect(move.state()).toMatchObject({
      matching: { state: 'done', left: 0, matched: 2, kept: 1, reason: null },
    });
    expect(move.leadsOf(currentID)).toEqual(['n1', 'n3']);
    expect(move.leadsOf(legacyID)).toEqual(['n2']);
    expect(move.legacy.row('n2')).toMatchObject({ availability: 'gone', needsReply: false });
    const kept = readMessagesBefore(move.store, move.numberOf(legacyID, 'n2'), null, 10, 0);
    expect(kept.messages.map(({ text }) => text)).toEqual(['Hello']);
  });

  it('moves leads that v4 refused only briefly, and sends their waiting replies', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    await move.legacy.reply('n2', 'On my way');
    move.choose();
    move.answerWith(() => fail('forbidden', 'A firewall.', { status: 403 }));
    await move.matchFor(2);
    expect(move.state()).toMatchObject({
      matching: { state: 'running', left: 3, matched: 0, kept: 0 },
    });
    expect(move.legacy.row('n2')).toMatchObject({ availability: 'here' });
    expect(move.view('outgoing')).toMatchObject([{ outgoing: { state: 'waiting' } }]);
    move.answerWith(null);
    await move.matchFor(2);
    expect(move.state()).toMatchObject({ matching: { state: 'done', matched: 3, kept: 0 } });
    expect(move.sentByV4).toEqual(['n2: On my way']);
  });

  it('requests refused leads again right away when stopped and resumed', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    move.choose();
    move.answerWith((id) =>
      id === 'n2'
        ? fail('gone', '', { status: 404 })
        : succeed(negotiation(id, { request: { requestID: `r-${id}` } })),
    );
    await move.matchFor(0);
    expect(move.state()).toMatchObject({ matching: { state: 'running', left: 1, matched: 2 } });
    move.call('move.stop');
    await settle();
    move.answerWith(null);
    await move.matchFor(0);
    expect(move.state()).toMatchObject({ matching: { state: 'done', matched: 3, kept: 0 } });
  });

  it('counts refusals from zero after an engine restart before it gives up on a lead', async () => {
    const move = openMove(['n1', 'n3']);
    move.choose();
    await move.matchFor(2);
    expect(move.state()).toMatchObject({ matching: { state: 'running', left: 1, matched: 2 } });
    move.restart();
    expect(move.state()).toMatchObject({ matching: { state: 'stopped', left: 1, kept: 0 } });
    await move.matchFor(2);
    expect(move.legacy.row('n2')).toMatchObject({ availability: 'here' });
    await move.matchFor(2);
    expect(move.state()).toMatchObject({ matching: { state: 'done', left: 0, kept: 1 } });
  });

  it('leaves unread leads unread, even when resumed more than a day later', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    move.v4.connectedAt(noon + hour);
    move.clock.advance(36 * hour);
    move.choose();
    move.breakThreads(true);
    await move.match();
    expect(move.state()).toMatchObject({ matching: { state: 'stopped', matched: 0 } });
    move.breakThreads(false);
    await move.match();
    expect(move.state()).toMatchObject({ matching: { state: 'done', matched: 3 } });
    expect(move.view('all').map(({ isUnread }) => isUnread)).toEqual([true, true, true]);
  });

  it('leaves a lead read that was read in the v4 account', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    move.v4.lead('n2');
    markRead(move.store, [move.numberOf(currentID, 'n2')]);
    move.choose();
    await move.match();
    expect(['n1', 'n2', 'n3'].map((id) => move.v4.row(id).isUnread)).toEqual([true, false, true]);
  });

  it('lists the business of both accounts once, even if some leads are kept', async () => {
    const names = (move: ReturnType<typeof openMove>) =>
      listBusinesses(move.store).map(({ accountID }) => accountID);
    const all = openMove(['n1', 'n2', 'n3']);
    putListedBusinesses(all.store, legacyID, [{ businessID: 'b1', name: 'Ace', imageURL: null }]);
    all.choose();
    await all.match();
    expect(names(all)).toEqual([currentID]);
    const some = openMove(['n1']);
    some.choose();
    await some.match();
    expect(names(some)).toEqual([currentID]);
  });

  it('changes nothing when it runs again', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    move.choose();
    await move.match();
    const rows = move.view('all');
    const threads = rows.map(move.thread);
    await move.match();
    expect(move.view('all')).toEqual(rows);
    expect(move.view('all').map(move.thread)).toEqual(threads);
    expect(move.state()).toMatchObject({ matching: { state: 'done', matched: 3, kept: 0 } });
  });

  it('looks for the kept leads again when it runs again', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    move.choose();
    move.answerWith(() => fail('gone', '', { status: 404 }));
    await move.match();
    expect(move.state()).toMatchObject({ matching: { state: 'done', matched: 0, kept: 3 } });
    move.answerWith(null);
    await move.match();
    expect(move.state()).toMatchObject({ matching: { state: 'done', matched: 3, kept: 0 } });
    expect(move.view('all').every(({ availability }) => availability === 'here')).toBe(true);
  });

  it('stops after the current lead and resumes with the next one', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    move.choose();
    move.onAsk(() => {
      if (move.asked.length === 1) move.call('move.stop');
    });
    await move.match();
    expect(move.state()).toMatchObject({ matching: { state: 'stopped', left: 2, matched: 1 } });
    await move.match();
    expect(move.asked).toEqual(['n3', 'n2', 'n1']);
    expect(move.state()).toMatchObject({ matching: { state: 'done', left: 0, matched: 3 } });
  });

  it('stops with a reason when the service is unreachable, and resumes there', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    move.choose();
    const offline = fail('offline', 'No line.');
    move.answerWith((id) =>
      id === 'n3' ? succeed(negotiation(id, { request: { requestID: `r-${id}` } })) : offline,
    );
    await move.match();
    expect(move.state()).toMatchObject({
      matching: { state: 'stopped', left: 2, matched: 1, reason: { code: 'offline' } },
    });
    expect(move.leadsOf(legacyID)).toEqual(['n1', 'n2']);
    move.answerWith(null);
    await move.match();
    expect(move.asked).toEqual(['n3', 'n2', 'n2', 'n1']);
    expect(move.state()).toMatchObject({ matching: { state: 'done', matched: 3, reason: null } });
  });

  it('stops with reconnect_needed when the v4 account loses its sign-in', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    move.choose();
    move.onAsk(() => move.cutOff());
    await move.match();
    expect(move.state()).toMatchObject({
      matching: { state: 'stopped', matched: 1, reason: { code: 'reconnect_needed' } },
    });
  });

  it('resumes with the same lead after the engine stopped in the middle of it', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    move.choose();
    move.onAsk(() => {
      if (move.asked.length === 2) move.restart();
    });
    await move.match();
    expect(move.state()).toMatchObject({
      matching: { state: 'stopped', left: 2, matched: 1, reason: null },
    });
    await move.match();
    expect(move.asked).toEqual(['n3', 'n2', 'n2', 'n1']);
    expect(move.state()).toMatchObject({ matching: { state: 'done', matched: 3 } });
  });

  it('matches a lead by its request ID, but only within the same business', async () => {
    const move = openMove([]);
    const other = { business: { businessID: 'b2', name: 'Other' } };
    move.v4.lead('x1', { request: { requestID: 'r-n1' } });
    move.v4.lead('x2', { request: { requestID: 'r-n2' }, ...other });
    move.choose();
    await move.match();
    expect(move.state()).toMatchObject({ matching: { matched: 1, kept: 2 } });
    expect(move.leadsOf(legacyID)).toEqual(['n2', 'n3']);
  });

  it('matches a lead that is already stored even if v4 no longer returns it', async () => {
    const move = openMove([]);
    move.v4.lead('n2');
    move.choose();
    await move.match();
    expect(move.state()).toMatchObject({ matching: { matched: 1, kept: 2 } });
    expect(move.leadsOf(legacyID)).toEqual(['n1', 'n3']);
  });

  it('marks a reply waiting in a kept lead as failed, with its text', async () => {
    const move = openMove(['n1', 'n3']);
    await move.legacy.reply('n2', 'On my way');
    move.choose();
    await move.match();
    expect(move.thread(move.legacy.row('n2')).at(-1)).toMatchObject({
      text: 'On my way',
      sending: { state: 'failed', reason: { code: 'gone' } },
    });
    expect(move.view('outgoing')).toHaveLength(1);
    expect(move.sentByV4).toEqual([]);
  });

  it('sends waiting replies as soon as their lead has moved', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    await move.legacy.reply('n2', 'On my way');
    move.choose();
    await move.match();
    expect(move.sentByV4).toEqual(['n2: On my way']);
  });
});

describe('the assistant', () => {
  it('begins only for a legacy account, and beginning again keeps its progress', () => {
    const move = openMove([]);
    expect(move.call('move.begin', { from: currentID })).toMatchObject({
      error: { code: 'not_found' },
    });
    move.call('move.choose', { profileID: 'p1' });
    expect(move.call('move.begin')).toMatchObject({
      value: { move: { profileID: 'p1' } },
    });
  });

  it('does not match without a v4 account, while legacy is connected, or while v4 is not', async () => {
    const move = openMove(['n1']);
    const conflict = { error: { code: 'conflict' } };
    expect(await move.match()).toMatchObject(conflict);
    move.choose();
    setConnected(move.store, legacyID, true);
    expect(await move.match()).toMatchObject(conflict);
    setConnected(move.store, legacyID, false);
    setConnected(move.store, currentID, false);
    expect(await move.match()).toMatchObject(conflict);
    expect(move.asked).toEqual([]);
  });

  it('rejects an account of another environment, and any change of account once leads have moved', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    const elsewhere = 'elsewhere' as AccountID;
    const beside = 'beside' as AccountID;
    const profile = { ...account.profile, environment: 'staging' as const };
    putAccount(move.store, { ...account, accountID: elsewhere, profile }, noon);
    putAccount(move.store, { ...account, accountID: beside }, noon);
    const choose = (to: AccountID) => move.call('move.choose', { to });
    expect(choose(elsewhere)).toMatchObject({ error: { code: 'conflict' } });
    expect(choose(legacyID)).toMatchObject({ error: { code: 'conflict' } });
    expect(choose(beside)).toMatchObject({ ok: true });
    move.choose();
    await move.match();
    expect(choose(beside)).toMatchObject({ error: { code: 'conflict' } });
  });

  it('moves no leads when another account is chosen meanwhile', async () => {
    const move = openMove(['n1', 'n2', 'n3']);
    const beside = 'beside' as AccountID;
    putAccount(move.store, { ...account, accountID: beside }, noon);
    move.choose();
    move.onAsk(() => {
      if (move.asked.length === 1) move.call('move.choose', { to: beside });
    });
    await move.match();
    expect(move.leadsOf(legacyID)).toEqual(['n1', 'n2', 'n3']);
    expect(move.state()).toMatchObject({ to: beside, matching: { matched: 0, left: 3 } });
  });

  it('keeps its progress across an engine restart', () => {
    const move = openMove([]);
    move.call('move.choose', { profileID: 'p1', withoutWebhooks: true });
    move.choose();
    move.restart();
    expect(move.state()).toMatchObject({
      profileID: 'p1',
      to: currentID,
      withoutWebhooks: true,
      matching: { state: 'waiting', left: 3 },
    });
  });
});
