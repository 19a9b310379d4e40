import { describe, expect, it } from 'vitest';
import { fail, type Answer } from '../../../../../contract/errors.ts';
import type { LeadID, ReplyID } from '../../../../../contract/records.ts';
import { createThreadCommands } from '../../../../../main/engine/conversation/commands.ts';
import { message } from '../../support/records.ts';
import { newReplyID, noon, testClock } from '../../support/store.ts';
import { settle, testOutbox } from './bench.ts';

const sending = (bench: ReturnType<typeof testOutbox>) =>
  bench.own().map(({ text, sending: how }) => [text, how?.state ?? 'theirs']);

describe('a reply', () => {
  it('waits for the undo window, is sent once, and gets the service’s id', async () => {
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
  it('that arrives before the answer does not duplicate it', async () => {
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

  it('with a changed text merges with its row when the answer arrives', async () => {
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
    bench.ingest.applyMessages(bench.lead().accountID, 'n1', [old], 'backfill');
    expect(sending(bench)).toEqual([
      ['Thanks!', 'theirs'],
      ['Thanks!', 'sending'],
    ]);
  });

  it('of a reply that was not sent yet is a separate message', () => {
    const bench = testOutbox();
    bench.send('Hello');
    bench.deliver('MessageCreatedV4', message('m1', 'n1', 'Business', 'Hello', bench.clock.now()));
    expect(sending(bench)).toEqual([
      ['Hello', 'queued'],
      ['Hello', 'theirs'],
    ]);
  });
});

describe('two replies with the same text', () => {
  it('are two messages, each once, whatever answers are lost', async () => {
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

  it('keeps its own time when the service dates it years ahead', async () => {
    const bench = testOutbox();
    bench.fates.push('lost');
    bench.send('Hello');
    await bench.pass(5_000);
    const [{ at } = {}] = bench.own();
    bench.onService.push(message('far', 'n1', 'Business', 'Hello', Date.UTC(2031, 4, 5)));
    await bench.pass(60_000);
    expect(bench.own()).toMatchObject([{ at, sending: { state: 'sent' } }]);
  });

  it('is sent again only after two checks half a minute apart', async () => {
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

  it('that appears between the checks is not sent again', async () => {
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

  it('is found before many newer messages, even with a clock that is hours ahead', async () => {
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

  it('is found even if an earlier failed reply is sent meanwhile', async () => {
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

  it('is not sent again while the service is unreachable', async () => {
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
    'after %s is checked too',
    async (code) => {
      const bench = testOutbox();
      bench.fates.push(fail(code, 'No.', { status: 502 }));
      bench.send('Hello');
      await bench.pass(5_000);
      expect(sending(bench)).toEqual([['Hello', 'checking']]);
    },
  );

  it('that the service accepts half a minute after a broken connection is not sent again', async () => {
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

  it('is checked as soon as the account is back, but not sent again earlier', async () => {
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

  it('merges with an echo that arrives while it waits to be sent again', async () => {
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

  it('is found even if the service names our side differently', async () => {
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

  it('is not sent again when the thread has unreadable messages', async () => {
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
    'is found after the service refuses checks for a minute (%s)',
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

  describe('and cannot be determined', () => {
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

    it('is checked again on a retry, not just sent', async () => {
      const { bench, id } = await cannotLook();
      expect(bench.outbox().retry(id)).toMatchObject({ ok: true });
      for (let n = 0; n < 10; n += 1) await bench.pass(10_000);
      expect(bench.posted).toEqual(['Hello']);
      expect(sending(bench)).toEqual([['Hello', 'sent']]);
    });

    it('counts as sent when its echo arrives', async () => {
      const { bench } = await cannotLook();
      expect(bench.view('outgoing')).toHaveLength(1);
      bench.echo(0);
      expect(sending(bench)).toEqual([['Hello', 'sent']]);
      expect(bench.view('outgoing')).toEqual([]);
    });

    it('does not take the echo of a later reply with the same text', async () => {
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
    'during a request that is %s sends nothing twice',
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

  it('during a request to a slow service sends nothing twice', async () => {
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

  it('during the undo window loses nothing', async () => {
    const bench = testOutbox();
    bench.send('Hello');
    bench.restart();
    await bench.pass(5_000);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });
});

describe('undo', () => {
  it('restores exactly the same text', () => {
    const bench = testOutbox();
    const id = bench.send('  two\n\nlines ');
    expect(bench.outbox().undo(id)).toMatchObject({
      ok: true,
      value: { leadID: bench.leadID, text: '  two\n\nlines ' },
    });
    expect(bench.draft()).toBe('  two\n\nlines ');
    expect(bench.own()).toEqual([]);
  });

  it('keeps text written meanwhile', () => {
    const bench = testOutbox();
    const id = bench.send('First');
    bench.write('Second');
    bench.outbox().undo(id);
    expect(bench.draft()).toBe('First\n\nSecond');
  });

  it('fails for a sent or unknown reply', async () => {
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

describe('with a full disk', () => {
  it('a reply waits and is sent later', async () => {
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
  it('a reply waits, is retried with growing delays, and is sent when the network is back', async () => {
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

  it('a reply of a detached account waits too', async () => {
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

describe('a refused token, even after a refresh', () => {
  it('delays a reply by seconds while the grant is alive', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('reconnect_needed', 'No.', { status: 401 }));
    bench.send('Hello');
    await bench.pass(5_000);
    await bench.pass(2_000);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('delays the check of a reply by seconds', async () => {
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
    'delays a reply by seconds without making its outcome unknown (%s)',
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

describe('an unconfirmed reply', () => {
  /** The service accepted it, the answer was lost, and the thread cannot be read. */
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

  it('is listed in Outgoing with its due time', async () => {
    const { bench } = await unconfirmed();
    const since = bench.clock.now() - 30_000;
    expect(bench.view('outgoing')).toMatchObject([
      { outgoing: { state: 'checking', since, text: 'Hello' }, needsReply: false },
    ]);
    expect(bench.own()).toMatchObject([{ sending: { state: 'checking', since } }]);
    bench.clock.set(bench.clock.now() - 86_400_000);
    expect(bench.view('outgoing')).toMatchObject([{ outgoing: { since: since - 86_400_000 } }]);
  });

  it('is checked at once on request', async () => {
    const { bench, id } = await unconfirmed();
    bench.blind.length = 0;
    expect(bench.outbox().retry(id)).toMatchObject({ ok: true });
    await settle();
    expect([sending(bench), bench.posted]).toEqual([[['Hello', 'sent']], ['Hello']]);
  });

  it('is sent again without a check only on request, even during a check', async () => {
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
  ] as const)('fails with the reason (%s) and can be retried', async (code, status) => {
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

  it('can be discarded, which keeps the draft and returns the text', async () => {
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

  it('can be edited, with its text first in the draft', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('rejected', 'No.', { status: 400 }));
    const id = bench.send('Hello');
    await bench.pass(5_000);
    bench.write('Newer');
    expect(bench.outbox().undo(id)).toMatchObject({ value: { draft: 'Hello\n\nNewer' } });
    expect([bench.draft(), bench.own()]).toEqual(['Hello\n\nNewer', []]);
  });

  it('does not block the next one', async () => {
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
  it('are sent in order: the second waits for the outcome of the first', async () => {
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

describe('a disk that is full when the answer arrives', () => {
  it('makes the outbox check the reply later instead of sending it again', async () => {
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

describe('a reply sent twice under one id', () => {
  it('is one reply, which every later call returns', async () => {
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

  it('is the accepted reply, even if the text has changed', async () => {
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

describe('a draft saved late', () => {
  const autosave = (bench: ReturnType<typeof testOutbox>, replyID: ReplyID, text: string) =>
    createThreadCommands({
      ...bench,
      publish: () => undefined,
      watch: () => undefined,
      outbox: bench.outbox(),
    })['drafts.save']({ leadID: bench.leadID, replyID, text });

  it('does not restore the text of a sent reply, before or after sending or after a restart', async () => {
    const bench = testOutbox();
    const replyID = newReplyID();
    bench.send('Hello', replyID);
    const answer = { ok: true, value: { sent: 'Hello' } };
    expect(await autosave(bench, replyID, 'Hello')).toEqual(answer);
    bench.restart();
    await bench.pass(5_000);
    expect(await autosave(bench, replyID, 'Hello and more')).toEqual(answer);
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

  it('under a new id is the next draft', async () => {
    const bench = testOutbox();
    bench.send('Hello');
    expect(await autosave(bench, newReplyID(), 'And')).toEqual({ ok: true, value: { sent: null } });
    expect(bench.draft()).toBe('And');
  });
});

describe('the system clock', () => {
  const day = 24 * 60 * 60_000;

  it.each([
    ['back', -day],
    ['forward', day],
  ])('that is set %s does not change the undo window', async (_, ms) => {
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

  it('that is set back while a reply waits for a retry does not delay it', async () => {
    const bench = testOutbox();
    bench.fates.push(fail('offline', 'No network.'), 'lost');
    bench.send('Hello');
    await bench.pass(5_000);
    bench.clock.set(bench.clock.now() - day);
    for (let n = 0; n < 12; n += 1) await bench.pass(5_000);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('that is days ahead does not cause a second sending after a lost answer', async () => {
    const bench = testOutbox();
    bench.clock.set(bench.clock.now() + 3 * day);
    bench.fates.push('answer lost');
    bench.send('Hello');
    for (let n = 0; n < 12; n += 1) await bench.pass(5_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('that is corrected before sending does not cause a second sending after a lost answer', async () => {
    const bench = testOutbox();
    bench.clock.set(bench.clock.now() + 3 * day);
    bench.fates.push('answer lost');
    bench.send('Hello');
    bench.clock.set(bench.clock.now() - 3 * day);
    for (let n = 0; n < 12; n += 1) await bench.pass(5_000);
    expect(bench.posted).toEqual(['Hello']);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('that is days ahead does not separate a reply from its echo', async () => {
    const bench = testOutbox();
    bench.clock.set(bench.clock.now() + 3 * day);
    bench.fates.push('answer lost');
    bench.send('Hello');
    await bench.pass(5_000);
    bench.echo(0);
    expect(sending(bench)).toEqual([['Hello', 'sent']]);
  });

  it('that was ahead before a restart does not extend the undo window', async () => {
    const bench = testOutbox();
    bench.send('To be undone');
    await bench.pass(1_000);
    bench.store.db.exec(`UPDATE outbox SET next_at = next_at + ${day}`);
    bench.restart();
    await bench.pass(4_999);
    expect(bench.posted).toEqual([]);
    await bench.pass(1);
    expect(bench.posted).toEqual(['To be undone']);
  });
});

describe('a timer', () => {
  it('that fires a millisecond early strands no reply', async () => {
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
