import { describe, expect, it } from 'vitest';
import { fail, type Answer } from '../../../../../contract/errors.ts';
import type { LeadID, ReplyID } from '../../../../../contract/records.ts';
import { threadCommands } from '../../../../../main/engine/conversation/commands.ts';
import { message } from '../../support/records.ts';
import { newReplyID, noon, testClock } from '../../support/store.ts';
import { settle, testOutbox } from './bench.ts';

const sending = (bench: ReturnType<typeof testOutbox>) =>
  bench.own().map(({ text, sending: how }) => [text, how?.state ?? 'theirs']);

describe('a reply', () => {
  it('waits for the undo window, is sent once, and takes the id of the service', async () => {
    const bench = testOutbox();
    bench.write('Hello');
    bench.send('Hello');
    expect(bench.own()).toMatchObject([
      { sending: { state: 'queued', waitsFor: 'undo', notBefore: bench.clock.now() + 5_000 } },
    ]);
    expect(bench.draft()).toBe('');
    await bench.pass(4_999);
    expect(bench.posted).toEqual([]);
    await bench.pass(1);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
    bench.echo(0);
    await bench.pass(600_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('is `sending` in a committed row before its request leaves', async () => {
    const bench = testOutbox();
    bench.fates.push('held');
    bench.send('Hello');
    await bench.pass(5_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(bench.store.db.inTransaction).toBe(false);
    expect(sending(bench)).toEqual([['Hello', 'sending']]);
  });

  it('to a lead that does not exist is refused', () => {
    expect(
      testOutbox()
        .outbox()
        .send('999' as LeadID, newReplyID(), 'Hi'),
    ).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('is sent at once without an undo window', async () => {
    const bench = testOutbox();
    bench.setUndo(0);
    bench.send('Hello');
    await settle();
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });
});

describe('the echo of a reply', () => {
  it('that comes before the answer does not double it', async () => {
    const bench = testOutbox();
    bench.fates.push('held');
    bench.send('Hello');
    await bench.pass(5_000);
    bench.deliver('MessageCreatedV4', message('m1', 'n1', 'Business', 'Hello', bench.clock.now()));
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
    bench.release('taken');
    await settle();
    bench.echo(0);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('that the service worded differently meets its row when the answer comes', async () => {
    const bench = testOutbox();
    bench.fates.push('held');
    bench.send('Hello');
    await bench.pass(5_000);
    bench.deliver('MessageCreatedV4', message('m1', 'n1', 'Business', 'HELLO', bench.clock.now()));
    expect(bench.own()).toHaveLength(2);
    bench.release('taken');
    await settle();
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
    expect(bench.view('all', 'hello')).toHaveLength(1);
  });

  it('differs from an older message with the same text', async () => {
    const bench = testOutbox();
    bench.fates.push('held');
    bench.send('Thanks!');
    await bench.pass(5_000);
    const old = message('old', 'n1', 'Business', 'Thanks!', noon - 3 * 24 * 60 * 60_000);
    bench.ingest.messages(bench.lead().accountID, 'n1', [old], 'backfill');
    expect(sending(bench)).toEqual([
      ['Thanks!', 'theirs'],
      ['Thanks!', 'sending'],
    ]);
  });

  it('of a reply that was never sent from here is a message of its own', () => {
    const bench = testOutbox();
    bench.send('Hello');
    bench.deliver('MessageCreatedV4', message('m1', 'n1', 'Business', 'Hello', bench.clock.now()));
    expect(sending(bench)).toEqual([
      ['Hello', 'queued'],
      ['Hello', 'theirs'],
    ]);
  });
});

describe('two replies with the same words', () => {
  it('are two messages, each once, whichever answers are lost', async () => {
    for (const fates of [
      ['taken', 'taken'],
      ['answer lost', 'taken'],
      ['taken', 'answer lost'],
      ['answer lost', 'answer lost'],
      ['lost', 'answer lost'],
      ['lost', 'taken'],
      ['taken', 'lost'],
    ] as const) {
      const bench = testOutbox();
      bench.fates.push(...fates);
      bench.send('Yes');
      bench.send('Yes');
      for (let n = 0; n < 20; n += 1) await bench.pass(5_000);
      bench.onService.forEach((_record, index) => bench.echo(index));
      expect(bench.onService, fates.join()).toHaveLength(2);
      expect(sending(bench), fates.join()).toEqual([
        ['Yes', 'sent'],
        ['Yes', 'sent'],
      ]);
    }
  });
});

describe('a reply whose outcome is unknown', () => {
  it('is found on the service and not sent again', async () => {
    const bench = testOutbox();
    bench.fates.push('answer lost');
    bench.send('Hello');
    await bench.pass(5_000);
    expect(sending(bench)).toEqual([['Hello', 'checking']]);
    await bench.pass(60_000);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
    expect(bench.posted).toEqual(['Hello']);
  });

  it('is sent again only after two looks half a minute apart', async () => {
    const bench = testOutbox();
    bench.fates.push('lost');
    bench.send('Hello');
    await bench.pass(5_000);
    await bench.pass(2_000);
    expect(sending(bench)).toEqual([['Hello', 'checking']]);
    await bench.pass(29_999);
    expect(bench.posted).toEqual(['Hello']);
    await bench.pass(1);
    expect(bench.posted).toEqual(['Hello', 'Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('that shows up between the looks is not sent again', async () => {
    const bench = testOutbox();
    bench.fates.push('lost');
    bench.send('Hello');
    await bench.pass(5_000);
    await bench.pass(2_000);
    bench.onService.push(message('late', 'n1', 'Business', 'Hello', bench.clock.now()));
    await bench.pass(60_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('is found behind many newer messages, and with a clock that is hours ahead', async () => {
    const bench = testOutbox();
    bench.customer('c1', 'Are you there?');
    bench.clock.advance(5 * 60 * 60_000);
    bench.fates.push('lost');
    bench.send('Yes I am');
    await bench.pass(5_000);
    const sentAt = noon + 10_000;
    bench.onService.push(message('mine', 'n1', 'Business', 'Yes  I am\r\n', sentAt));
    for (let n = 0; n < 60; n += 1) {
      bench.onService.push(message(`c-${n}`, 'n1', 'Customer', 'Good', sentAt + 2_000 * (n + 1)));
    }
    await bench.pass(60_000);
    expect(bench.posted).toEqual(['Yes I am']);
    expect(sending(bench)).toEqual([['Yes I am', 'sent']]);
  });

  it('is found though a reply that was written before it and had failed leaves meanwhile', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('forbidden', 'No.', { status: 403 }), 'answer lost');
    const failed = bench.send('First');
    bench.send('Second');
    await bench.pass(5_000);
    expect(sending(bench)).toEqual([
      ['First', 'failed'],
      ['Second', 'checking'],
    ]);
    for (let n = 0; n < 60; n += 1) bench.blind.push(fail('offline', 'No network.'));
    for (let n = 0; n < 30; n += 1) await bench.pass(60_000);
    bench.outbox().retry(failed);
    await bench.pass(0);
    bench.blind.length = 0;
    for (let n = 0; n < 12; n += 1) await bench.pass(10_000);
    expect(bench.posted).toEqual(['First', 'Second', 'First']);
    expect(sending(bench)).toEqual([
      ['Second', 'sent'],
      ['First', 'sent'],
    ]);
  });

  it('is not sent again while the service cannot be asked', async () => {
    const bench = testOutbox();
    bench.fates.push('lost');
    for (let n = 0; n < 5; n += 1) bench.blind.push(fail('offline', 'No network.'));
    bench.send('Hello');
    await bench.pass(5_000);
    await bench.pass(8_000);
    expect(bench.posted).toEqual(['Hello']);
    for (let n = 0; n < 10; n += 1) await bench.pass(60_000);
    expect(bench.posted).toEqual(['Hello', 'Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it.each(['service_unavailable', 'unexpected_answer'] as const)(
    'after %s is looked for as well',
    async (code) => {
      const bench = testOutbox();
      bench.fates.push(fail(code, 'No.', { status: 502 }));
      bench.send('Hello');
      await bench.pass(5_000);
      expect(sending(bench)).toEqual([['Hello', 'checking']]);
    },
  );

  it('that the service takes only half a minute after the connection broke is not sent again', async () => {
    const bench = testOutbox();
    bench.fates.push('lost');
    bench.send('Hello');
    await bench.pass(5_000);
    for (let n = 0; n < 25; n += 1) await bench.pass(1_000);
    bench.outbox().wake();
    for (let n = 0; n < 4; n += 1) await bench.pass(1_000);
    bench.onService.push(message('late', 'n1', 'Business', 'Hello', bench.clock.now()));
    for (let n = 0; n < 10; n += 1) await bench.pass(10_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('is looked for as soon as the account is there again, but not sent again any sooner', async () => {
    const bench = testOutbox();
    bench.fates.push('lost');
    bench.send('Hello');
    await bench.pass(5_000);
    bench.disconnect(true);
    bench.restart();
    await bench.pass(1_000);
    bench.disconnect(false);
    for (let n = 0; n < 29; n += 1) {
      bench.outbox().wake();
      await bench.pass(1_000);
    }
    expect(bench.posted).toEqual(['Hello']);
    await bench.pass(2_000);
    expect(bench.posted).toEqual(['Hello', 'Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('is the one whose echo comes while it waits to be sent again', async () => {
    const bench = testOutbox();
    bench.fates.push('lost', fail('offline', 'No network.'));
    bench.send('Hello');
    await bench.pass(5_000);
    await bench.pass(2_000);
    await bench.pass(30_000);
    expect(bench.own()).toMatchObject([{ sending: { state: 'queued', waitsFor: 'network' } }]);
    bench.onService.push(message('late', 'n1', 'Business', 'Hello', bench.clock.now()));
    bench.echo(0);
    for (let n = 0; n < 10; n += 1) await bench.pass(10_000);
    expect(bench.posted).toHaveLength(2);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('is found where the service does not name our side, though it is in the thread already', async () => {
    const bench = testOutbox();
    bench.fates.push('lost');
    bench.send('Hello');
    await bench.pass(5_000);
    const side = { from: 'Pro' };
    bench.onService.push(message('late', 'n1', 'Business', 'Hello', bench.clock.now(), side));
    bench.echo(0);
    for (let n = 0; n < 10; n += 1) await bench.pass(10_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(bench.own()).toMatchObject([{ text: 'Hello', sending: { state: 'sent' } }]);
    expect(bench.thread(bench.lead())).toHaveLength(1);
  });

  it('is not sent again when the thread has messages that cannot be read', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('unexpected_answer', 'No id.'));
    bench.send('Hello');
    await bench.pass(5_000);
    bench.onService.push(message('', 'n1', 'Business', 'Hello', bench.clock.now()));
    for (let n = 0; n < 10; n += 1) await bench.pass(60_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(bench.own()).toMatchObject([
      { sending: { state: 'failed', reason: { code: 'outcome_unknown' } } },
    ]);
  });

  it.each([
    ['forbidden', 403],
    ['gone', 404],
    ['rejected', 400],
  ] as const)(
    'is found all the same when the service refuses the looks for a minute (%s)',
    async (code, status) => {
      const bench = testOutbox();
      bench.fates.push('answer lost');
      for (let n = 0; n < 5; n += 1) bench.blind.push(fail(code, 'No.', { status }));
      bench.send('Hello');
      for (let n = 0; n < 20; n += 1) await bench.pass(5_000);
      expect(bench.posted).toEqual(['Hello']);
      expect(sending(bench)).toEqual([['Hello', 'sent']]);
    },
  );

  describe('and cannot be found out', () => {
    const cannotLook = async () => {
      const bench = testOutbox();
      bench.fates.push('answer lost');
      for (let n = 0; n < 20; n += 1)
        bench.blind.push(fail('forbidden', 'No.', { status: 403, traceID: 't1' }));
      const id = bench.send('Hello');
      await bench.pass(5_000);
      for (let n = 0; n < 6; n += 1) await bench.pass(30_000);
      bench.blind.length = 0;
      expect(bench.own()).toMatchObject([
        { sending: { state: 'failed', reason: { code: 'outcome_unknown', traceID: 't1' } } },
      ]);
      return { bench, id };
    };

    it('is looked for once more when it is tried again, and not just sent', async () => {
      const { bench, id } = await cannotLook();
      expect(bench.outbox().retry(id)).toMatchObject({ ok: true });
      for (let n = 0; n < 10; n += 1) await bench.pass(10_000);
      expect(bench.posted).toEqual(['Hello']);
      expect(sending(bench)).toEqual([['Hello', 'sent']]);
    });

    it('is sent when its echo comes', async () => {
      const { bench } = await cannotLook();
      expect(bench.view('outgoing')).toHaveLength(1);
      bench.echo(0);
      expect(sending(bench)).toEqual([['Hello', 'sent']]);
      expect(bench.view('outgoing')).toEqual([]);
    });

    it('leaves the echo to a later reply with the same words that is leaving', async () => {
      const { bench } = await cannotLook();
      bench.fates.push('held');
      bench.send('Hello');
      await bench.pass(5_000);
      bench.deliver(
        'MessageCreatedV4',
        message('m2', 'n1', 'Business', 'Hello', bench.clock.now()),
      );
      expect(sending(bench)).toEqual([
        ['Hello', 'failed'],
        ['Hello', 'sent'],
      ]);
    });
  });

  it('cannot be undone', async () => {
    const bench = testOutbox();
    bench.fates.push('lost');
    const id = bench.send('Hello');
    await bench.pass(5_000);
    expect(bench.outbox().undo(id)).toMatchObject({ error: { code: 'too_late' } });
  });
});

describe('killing the engine', () => {
  it.each(['taken', 'lost'] as const)(
    'while a request that is %s is out sends nothing twice',
    async (how) => {
      const bench = testOutbox();
      bench.fates.push('held');
      bench.send('Hello');
      await bench.pass(5_000);
      bench.restart();
      expect(sending(bench)).toEqual([['Hello', 'checking']]);
      bench.release(how);
      for (let n = 0; n < 10; n += 1) await bench.pass(10_000);
      expect(bench.onService).toHaveLength(1);
      expect(sending(bench)).toEqual([['Hello', 'sent']]);
    },
  );

  it('while a slow service has the request sends nothing twice', async () => {
    const bench = testOutbox();
    bench.fates.push('held');
    bench.send('Hello');
    await bench.pass(5_000);
    bench.restart();
    for (let n = 0; n < 29; n += 1) await bench.pass(1_000);
    bench.release('taken');
    for (let n = 0; n < 10; n += 1) await bench.pass(10_000);
    expect(bench.onService).toHaveLength(1);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('in the undo window loses nothing', async () => {
    const bench = testOutbox();
    bench.send('Hello');
    bench.restart();
    await bench.pass(5_000);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });
});

describe('undo', () => {
  it('brings back the very same text', () => {
    const bench = testOutbox();
    const id = bench.send('  two\n\nlines ');
    expect(bench.outbox().undo(id)).toMatchObject({
      ok: true,
      value: { leadID: bench.leadID, text: '  two\n\nlines ' },
    });
    expect(bench.draft()).toBe('  two\n\nlines ');
    expect(bench.own()).toEqual([]);
  });

  it('keeps text that was written meanwhile', () => {
    const bench = testOutbox();
    const id = bench.send('First');
    bench.write('Second');
    bench.outbox().undo(id);
    expect(bench.draft()).toBe('First\n\nSecond');
  });

  it('of a reply that has left, or never was, says so', async () => {
    const bench = testOutbox();
    const id = bench.send('Hello');
    await bench.pass(5_000);
    expect(bench.outbox().undo(id)).toMatchObject({ error: { code: 'too_late' } });
    expect(bench.outbox().undo('999' as typeof id)).toMatchObject({ error: { code: 'not_found' } });
  });

  it('returns the same answer twice, because the first may have been lost', () => {
    const bench = testOutbox();
    const id = bench.send('First');
    bench.write('Second');
    const back = bench.outbox().undo(id);
    bench.restart();
    expect(bench.outbox().undo(id)).toEqual(back);
    expect(bench.draft()).toBe('First\n\nSecond');
  });

  it('never undoes a later reply instead', () => {
    const bench = testOutbox();
    const first = bench.send('First');
    bench.outbox().undo(first);
    bench.send('Second');
    bench.outbox().undo(first);
    expect(sending(bench)).toEqual([['Second', 'queued']]);
  });

  it('works while a reply waits for the network', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('offline', 'No network.'));
    const id = bench.send('Hello');
    await bench.pass(5_000);
    expect(bench.outbox().undo(id)).toMatchObject({ ok: true });
    await bench.pass(600_000);
    expect(bench.posted).toEqual(['Hello']);
  });
});

describe('without room on the disk', () => {
  it('a reply that was rejected temporarily waits and is sent later', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('disk_full', 'The disk is full or failing.'));
    bench.send('Hello');
    await bench.pass(5_000);
    expect(bench.own()).toMatchObject([{ sending: { state: 'queued', waitsFor: 'disk' } }]);
    await bench.pass(10_000);
    expect(bench.own()).toMatchObject([{ sending: { state: 'sent' } }]);
  });
});

describe('without a network', () => {
  it('a reply waits, is retried less and less often, and is sent when the network is back', async () => {
    const bench = testOutbox();
    for (let n = 0; n < 50; n += 1) bench.fates.push(fail('offline', 'No network.'));
    bench.send('Hello');
    await bench.pass(5_000);
    expect(bench.own()).toMatchObject([{ sending: { state: 'queued', waitsFor: 'network' } }]);
    const tries: number[] = [];
    for (let second = 1; second <= 130; second += 1) {
      await bench.pass(1_000);
      if (bench.posted.length > tries.length + 1) tries.push(second);
    }
    expect(tries).toEqual([2, 6, 14, 30, 62, 122]);
    bench.fates.length = 0;
    bench.outbox().wake();
    await settle();
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });
});

describe('without a grant', () => {
  it('a reply waits for reconnecting and is then sent', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('reconnect_needed', 'Sign in again.'));
    bench.send('Hello');
    await bench.pass(5_000);
    expect(bench.own()).toMatchObject([{ sending: { state: 'queued', waitsFor: 'reconnect' } }]);
    bench.outbox().wake();
    await settle();
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('a reply of an account that is not attached waits the same', async () => {
    const bench = testOutbox();
    bench.disconnect(true);
    bench.send('Hello');
    await bench.pass(5_000);
    expect(bench.own()).toMatchObject([{ sending: { state: 'queued', waitsFor: 'reconnect' } }]);
    bench.disconnect(false);
    bench.outbox().wake();
    await settle();
    expect(bench.posted).toEqual(['Hello']);
  });
});

describe('a token that the service refuses, renewed and all', () => {
  it('delays a reply by seconds while the grant is alive', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('reconnect_needed', 'No.', { status: 401 }));
    bench.send('Hello');
    await bench.pass(5_000);
    await bench.pass(2_000);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('delays the look for a reply by seconds', async () => {
    const bench = testOutbox();
    bench.fates.push('answer lost');
    bench.blind.push(fail('reconnect_needed', 'No.', { status: 401 }));
    bench.send('Hello');
    for (let n = 0; n < 3; n += 1) await bench.pass(5_000);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });
});

describe('a token that is briefly unavailable', () => {
  it.each(['service_unavailable', 'forbidden', 'internal', 'disk_full'] as const)(
    'delays a reply by seconds and leaves no doubt about it (%s)',
    async (code) => {
      const bench = testOutbox();
      bench.fates.push(fail(code, 'There is no token.'));
      bench.send('Hello');
      await bench.pass(5_000);
      expect(bench.own()).toMatchObject([{ sending: { state: 'queued' } }]);
      await bench.pass(2_000);
      expect(sending(bench)).toEqual([['Hello', 'sent']]);
    },
  );
});

describe('a reply that nobody has confirmed', () => {
  /** The service took it, the answer was lost, and the conversation cannot be read. */
  const unconfirmed = async () => {
    const bench = testOutbox();
    bench.fates.push('answer lost');
    bench.blind.push(
      ...Array<Answer<never>>(40).fill(fail('service_unavailable', 'No.', { status: 502 })),
    );
    const id = bench.send('Hello');
    await bench.pass(5_000);
    await bench.pass(30_000);
    return { bench, id };
  };

  it('is listed in Outgoing with the time at which it was due', async () => {
    const { bench } = await unconfirmed();
    const since = bench.clock.now() - 30_000;
    expect(bench.view('outgoing')).toMatchObject([
      { outgoing: { state: 'checking', since, text: 'Hello' }, needsReply: false },
    ]);
    expect(bench.own()).toMatchObject([{ sending: { state: 'checking', since } }]);
    bench.clock.set(bench.clock.now() - 86_400_000);
    expect(bench.view('outgoing')).toMatchObject([{ outgoing: { since: since - 86_400_000 } }]);
  });

  it('is looked for at once when somebody asks for it', async () => {
    const { bench, id } = await unconfirmed();
    bench.blind.length = 0;
    expect(bench.outbox().retry(id)).toMatchObject({ ok: true });
    await settle();
    expect([sending(bench), bench.posted]).toEqual([[['Hello', 'sent']], ['Hello']]);
  });

  it('is sent again without a look only on the person’s word, also while one is under way', async () => {
    const { bench, id } = await unconfirmed();
    expect(bench.outbox().retry(id, true)).toMatchObject({ ok: true });
    await settle();
    expect([sending(bench), bench.posted]).toEqual([[['Hello', 'sent']], ['Hello', 'Hello']]);
  });

  it('can be discarded, and appears once if the service has it after all', async () => {
    const { bench, id } = await unconfirmed();
    expect(bench.outbox().discard(id)).toMatchObject({ value: { text: 'Hello' } });
    bench.echo(0);
    await bench.pass(600_000);
    expect([bench.own().map(({ text }) => text), bench.posted]).toEqual([['Hello'], ['Hello']]);
  });
});

describe('a refused reply', () => {
  it.each([
    ['gone', 404],
    ['forbidden', 403],
    ['rejected', 400],
  ] as const)('fails with the reason (%s), and can be tried again', async (code, status) => {
    const bench = testOutbox();
    bench.fates.push(fail(code, 'No.', { status, detail: 'Because.', traceID: 't1' }));
    const id = bench.send('Hello');
    await bench.pass(5_000);
    expect(bench.own()).toMatchObject([
      { sending: { state: 'failed', reason: { code, detail: 'Because.', traceID: 't1' } } },
    ]);
    expect(bench.view('outgoing')).toHaveLength(1);
    await bench.pass(600_000);
    expect(bench.posted).toHaveLength(1);
    expect(bench.outbox().retry(id)).toMatchObject({ ok: true });
    await settle();
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
    expect(bench.view('outgoing')).toEqual([]);
  });

  it('can be discarded: the draft stays, and the answer contains the text', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('gone', 'No.', { status: 404 }));
    const id = bench.send('Hello');
    await bench.pass(5_000);
    bench.write('Newer');
    const discarded = bench.outbox().discard(id);
    expect(discarded).toMatchObject({ value: { text: 'Hello', draft: 'Newer' } });
    expect(bench.outbox().discard(id)).toEqual(discarded);
    expect([bench.draft(), bench.own(), bench.view('outgoing')]).toEqual(['Newer', [], []]);
  });

  it('can be rewritten: its text is first in the composer', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('rejected', 'No.', { status: 400 }));
    const id = bench.send('Hello');
    await bench.pass(5_000);
    bench.write('Newer');
    expect(bench.outbox().undo(id)).toMatchObject({ value: { draft: 'Hello\n\nNewer' } });
    expect([bench.draft(), bench.own()]).toEqual(['Hello\n\nNewer', []]);
  });

  it('does not hold up the next one', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('rejected', 'No.', { status: 400 }));
    bench.send('One');
    bench.send('Two');
    await bench.pass(5_000);
    expect(sending(bench)).toEqual([
      ['One', 'failed'],
      ['Two', 'sent'],
    ]);
  });
});

describe('the replies of one conversation', () => {
  it('are sent in order: the second waits until the outcome of the first is known', async () => {
    const bench = testOutbox();
    bench.fates.push('lost');
    bench.send('One');
    bench.send('Two');
    await bench.pass(5_000);
    await bench.pass(2_000);
    expect(bench.posted).toEqual(['One']);
    await bench.pass(30_000);
    expect(bench.onService.map(({ text }) => text)).toEqual(['One', 'Two']);
  });
});

describe('a disk that is full when the answer comes', () => {
  it('makes the outbox look for the reply later instead of sending it again', async () => {
    const bench = testOutbox();
    bench.fates.push('held');
    bench.send('Hello');
    await bench.pass(5_000);
    bench.store.db.pragma('query_only = ON');
    bench.release('taken');
    await settle();
    bench.store.db.pragma('query_only = OFF');
    await bench.pass(60_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });
});

describe('a reply that is sent twice under one id', () => {
  it('is one reply, and the second call is answered with it, at any time', async () => {
    const bench = testOutbox();
    const replyID = newReplyID();
    const id = bench.send('Hello', replyID);
    expect(bench.send('Hello', replyID)).toBe(id);
    bench.restart();
    expect(bench.send('Hello', replyID)).toBe(id);
    await bench.pass(5_000);
    expect(bench.send('Hello', replyID)).toBe(id);
    await bench.pass(600_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('returns the accepted reply, although the text has changed', async () => {
    const bench = testOutbox();
    const replyID = newReplyID();
    bench.send('Hello', replyID);
    expect(bench.outbox().send(bench.leadID, replyID, 'Hello again')).toMatchObject({
      value: { message: { text: 'Hello' } },
    });
    await bench.pass(600_000);
    expect(bench.posted).toEqual(['Hello']);
  });

  it('is not sent after undo and does not delay the next', async () => {
    const bench = testOutbox();
    const replyID = newReplyID();
    bench.outbox().undo(bench.send('Hello', replyID));
    expect(bench.outbox().send(bench.leadID, replyID, 'Hello')).toMatchObject({
      error: { code: 'conflict' },
    });
    bench.send('Hello');
    await bench.pass(600_000);
    expect(bench.posted).toEqual(['Hello']);
  });
});

describe('a draft that is saved late', () => {
  const autosave = (bench: ReturnType<typeof testOutbox>, replyID: ReplyID, text: string) =>
    threadCommands({
      ...bench,
      publish: () => undefined,
      watch: () => undefined,
      outbox: bench.outbox(),
    })['drafts.save']({ leadID: bench.leadID, replyID, text });

  it('does not restore the text of a sent reply, before or after sending or after a restart', async () => {
    const bench = testOutbox();
    const replyID = newReplyID();
    bench.send('Hello', replyID);
    const told = { ok: true, value: { sent: 'Hello' } };
    expect(await autosave(bench, replyID, 'Hello')).toEqual(told);
    bench.restart();
    await bench.pass(5_000);
    expect(await autosave(bench, replyID, 'Hello and more')).toEqual(told);
    expect(bench.draft()).toBe('');
    expect(bench.lead().hasDraft).toBe(false);
  });

  it('does not change a reply that was undone meanwhile', async () => {
    const bench = testOutbox();
    const replyID = newReplyID();
    bench.outbox().undo(bench.send('Hello', replyID));
    expect(await autosave(bench, replyID, 'Hello')).toEqual({ ok: true, value: { sent: '' } });
    expect(bench.draft()).toBe('Hello');
  });

  it('under an id of its own is the next draft', async () => {
    const bench = testOutbox();
    bench.send('Hello');
    expect(await autosave(bench, newReplyID(), 'And')).toEqual({ ok: true, value: { sent: null } });
    expect(bench.draft()).toBe('And');
  });
});

describe('the clock of the computer', () => {
  const day = 24 * 60 * 60_000;

  it.each([
    ['back', -day],
    ['forward', day],
  ])('that is set %s neither shortens nor lengthens the time to undo', async (_, ms) => {
    const bench = testOutbox();
    bench.send('Hello');
    await bench.pass(1_000);
    bench.clock.set(bench.clock.now() + ms);
    expect(bench.own()).toMatchObject([{ sending: { notBefore: bench.clock.now() + 4_000 } }]);
    bench.outbox().wake();
    await bench.pass(3_999);
    expect(bench.posted).toEqual([]);
    await bench.pass(1);
    expect(bench.posted).toEqual(['Hello']);
  });

  it('that is set back while a reply waits to be tried again does not hold it up', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('offline', 'No network.'), 'lost');
    bench.send('Hello');
    await bench.pass(5_000);
    bench.clock.set(bench.clock.now() - day);
    for (let n = 0; n < 12; n += 1) await bench.pass(5_000);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('that is days ahead sends no reply twice whose answer was lost', async () => {
    const bench = testOutbox();
    bench.clock.set(bench.clock.now() + 3 * day);
    bench.fates.push('answer lost');
    bench.send('Hello');
    for (let n = 0; n < 12; n += 1) await bench.pass(5_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('that is set right between writing and sending sends no reply twice whose answer was lost', async () => {
    const bench = testOutbox();
    bench.clock.set(bench.clock.now() + 3 * day);
    bench.fates.push('answer lost');
    bench.send('Hello');
    bench.clock.set(bench.clock.now() - 3 * day);
    for (let n = 0; n < 12; n += 1) await bench.pass(5_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('that is days ahead keeps no reply apart from its echo', async () => {
    const bench = testOutbox();
    bench.clock.set(bench.clock.now() + 3 * day);
    bench.fates.push('answer lost');
    bench.send('Hello');
    await bench.pass(5_000);
    bench.echo(0);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('that stood in the future when the app was last open lets no reply wait longer than it was promised', async () => {
    const bench = testOutbox();
    bench.send('To be called back');
    await bench.pass(1_000);
    bench.store.db.exec(`UPDATE outbox SET next_at = next_at + ${day}`);
    bench.restart();
    await bench.pass(4_999);
    expect(bench.posted).toEqual([]);
    await bench.pass(1);
    expect(bench.posted).toEqual(['To be called back']);
  });
});

describe('a timer', () => {
  it('that fires a millisecond early, while time passes between two looks, strands no reply', async () => {
    for (const jitters of [[1], [0, 1], [1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 0, 0, 1]] as const) {
      let looks = 0;
      const bench = testOutbox(testClock(noon, () => jitters[(looks += 1) % jitters.length] ?? 0));
      bench.send('Hello');
      for (let n = 0; n < 8; n += 1) await bench.pass(1_000);
      expect(sending(bench), jitters.join()).toEqual([['Hello', 'sent']]);
    }
  });

  it('that is lost delays a reply by seconds', async () => {
    const clock = testClock();
    let isLost = false;
    const bench = testOutbox({
      ...clock,
      after: (ms, work) => (isLost ? () => undefined : clock.after(ms, work)),
    });
    isLost = true;
    bench.send('Hello');
    isLost = false;
    await bench.pass(20_000);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });
});
