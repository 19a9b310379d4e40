/** The tests that every implementation of the team's log passes. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Entry, TeamLog } from '../../main/engine/team/log/team-log.ts';

/** A server with an empty stream; `team.>` is forbidden, an entry has 64 KB at most. */
export type LogServer = {
  readonly connect: () => Promise<TeamLog>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly recreate: () => Promise<void>;
  readonly purgeTo: (sequence: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Retries that follow each other at once would keep the server's processor. */
const retryMs = 20;

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = ({ data }: { readonly data: Uint8Array }): string =>
  new TextDecoder().decode(data);

/** Waits until a log is connected. */
export const whenUp = (log: TeamLog): Promise<TeamLog> =>
  new Promise((resolve) => {
    const stop = log.onState(({ name }) => {
      if (name !== 'up') return;
      queueMicrotask(() => stop());
      resolve(log);
    });
  });

/** The value of a call that must succeed. */
export const mustBe = async <T extends { readonly ok: boolean }>(
  answer: Promise<T>,
): Promise<Extract<T, { readonly ok: true }>> => {
  const value = await answer;
  expect(value).toMatchObject({ ok: true });
  return value as Extract<T, { readonly ok: true }>;
};

/** Publishes until the outcome is sure, as a caller has to: the last entry settles an unanswered attempt. */
export const publishSurely = async (log: TeamLog, subject: string, text: string): Promise<void> => {
  for (;;) {
    const outcome = await log.publish(subject, bytes(text), { expectedLast: 0 });
    if (outcome.ok) return;
    const last = await log.getLast(subject);
    if (last.ok && last.entry && textOf(last.entry) === text) return;
    await pause(retryMs);
  }
};

/** Reads on from a cursor until `count` entries have come. */
export const follow = async (log: TeamLog, after: number, count: number): Promise<Entry[]> => {
  const entries: Entry[] = [];
  const deadline = performance.now() + 90_000;
  while (entries.length < count) {
    if (performance.now() > deadline) throw new Error(`only ${entries.length} of ${count} came`);
    const cursor = entries.at(-1)?.sequence ?? after;
    const answer = await log.read(cursor, { most: 500, waitMs: 1000 });
    if (answer.ok) entries.push(...answer.entries);
    else await pause(retryMs);
  }
  return entries;
};

/** @param limits.maxBytes of the second server's stream, which fills up */
export const testTeamLog = (
  start: (limits: { readonly maxBytes?: number }) => Promise<LogServer>,
): void => {
  let server: LogServer;
  const logs: TeamLog[] = [];
  const connect = async (to = server): Promise<TeamLog> => {
    const log = await to.connect();
    logs.push(log);
    return whenUp(log);
  };
  beforeAll(async () => {
    server = await start({});
  });
  afterAll(async () => {
    await Promise.all(logs.map((log) => log.close()));
    await server.close();
  });
  const endOf = async (log: TeamLog): Promise<number> => (await mustBe(log.getBounds())).last;

  it('entries come in the order of their sequences, from any cursor', async () => {
    const log = await connect();
    const start = await endOf(log);
    for (let at = 1; at <= 300; at += 1)
      await mustBe(log.publish(`fact.order.${at}`, bytes(`${at}`)));
    const all = await follow(log, start, 300);
    expect(all.map(textOf)).toEqual(Array.from({ length: 300 }, (_each, at) => `${at + 1}`));
    expect(all.map(({ sequence }) => sequence - start)).toEqual(all.map(textOf).map(Number));
    expect(all[0]).toMatchObject({ subject: 'fact.order.1' });
    const part = await mustBe(log.read(start + 250, { most: 20, waitMs: 1000 }));
    expect(part.entries.length).toBeLessThanOrEqual(20);
    expect(part.entries[0]?.sequence).toBe(start + 251);
    expect((await follow(log, start + 290, 10)).map(textOf)[0]).toBe('291');
  });

  it('two publishers claim a thousand subjects, and each subject has one winner', async () => {
    const both = [await connect(), await connect()] as const;
    const subjects = Array.from({ length: 1000 }, (_each, at) => `claim.lead${at}`);
    const won = await Promise.all(
      both.map(async (log, who) => {
        const mine: string[] = [];
        for (const subject of who === 0 ? subjects : subjects.toReversed()) {
          const outcome = await log.publish(subject, bytes(`${who}`), { expectedLast: 0 });
          if (outcome.ok) mine.push(subject);
          else expect(outcome.code).toBe('conflict');
        }
        return mine;
      }),
    );
    expect(won.flat().toSorted()).toEqual(subjects.toSorted());
    expect(won.every((mine) => mine.length > 0)).toBe(true);
    const [first] = won[0] ?? [];
    const last = await mustBe(both[1].getLast(first ?? ''));
    expect(last.entry && textOf(last.entry)).toBe('0');
    const next = { expectedLast: last.entry?.sequence ?? -1 };
    await mustBe(both[1].publish(first ?? '', bytes('1'), next));
    expect(await both[0].publish(first ?? '', bytes('0'), next)).toEqual({
      ok: false,
      code: 'conflict',
    });
  });

  it('an entry with a lifetime disappears, and its subject is free again', async () => {
    const log = await connect();
    await mustBe(log.publish('duty.poll.one', bytes('holder'), { expectedLast: 0, ttlMs: 3000 }));
    expect(await log.publish('duty.poll.one', bytes('other'), { expectedLast: 0 })).toMatchObject({
      code: 'conflict',
    });
    await vi.waitFor(async () => {
      expect(await mustBe(log.getLast('duty.poll.one'))).toMatchObject({ entry: null });
    });
    await mustBe(log.publish('duty.poll.one', bytes('other'), { expectedLast: 0 }));
  });

  it('an entry that disappears makes the one before it the last of its subject again', async () => {
    const log = await connect();
    const first = await mustBe(log.publish('turn.lead', bytes('taken'), { ttlMs: 60_000 }));
    await mustBe(log.publish('turn.lead', bytes('freed'), { ttlMs: 1000 }));
    await vi.waitFor(async () => {
      expect(await mustBe(log.getLast('turn.lead'))).toMatchObject({
        entry: { data: bytes('taken') },
      });
    });
    const next = { expectedLast: first.sequence };
    await mustBe(log.publish('turn.lead', bytes('taken again'), next));
  });

  it('a read waits for the next entry, and ends empty after its time or its signal', async () => {
    const log = await connect();
    const start = await endOf(log);
    expect(await mustBe(log.read(start, { most: 10, waitMs: 50 }))).toMatchObject({ entries: [] });
    const stop = new AbortController();
    const stopped = log.read(start, { most: 10, waitMs: 60_000, signal: stop.signal });
    stop.abort();
    expect(await mustBe(stopped)).toMatchObject({ entries: [] });
    const waiting = log.read(start, { most: 10, waitMs: 60_000 });
    await mustBe((await connect()).publish('fact.wait.one', bytes('now')));
    expect((await mustBe(waiting)).entries.map(textOf)).toEqual(['now']);
  });

  it('the last eight entries of a subject are kept', async () => {
    const log = await connect();
    const start = await endOf(log);
    for (let at = 1; at <= 12; at += 1) await mustBe(log.publish('fact.kept.note', bytes(`${at}`)));
    expect((await follow(log, start, 8)).map(textOf)[0]).toBe('5');
  });

  it('a cursor below the first kept entry is served from there, and the bounds show it', async () => {
    const log = await connect();
    const start = await endOf(log);
    for (const text of ['a', 'b', 'c'])
      await mustBe(log.publish(`fact.purged.${text}`, bytes(text)));
    await server.purgeTo(start + 2);
    expect((await follow(log, start, 1)).map(textOf)).toEqual(['c']);
    expect(await mustBe(log.getBounds())).toMatchObject({
      first: start + 3,
      last: start + 3,
      count: 1,
    });
  });

  it('a snapshot of 5 MB is stored and replaced', async () => {
    const log = await connect();
    expect(await mustBe(log.getSnapshot())).toMatchObject({ data: null });
    const large = Uint8Array.from({ length: 5 * 2 ** 20 }, (_each, at) => (at * 31) % 251);
    expect(await mustBe(log.getSnapshotHead())).toMatchObject({ found: null });
    await mustBe(log.putSnapshot(bytes('first'), bytes('old')));
    await mustBe(log.putSnapshot(bytes('second'), large));
    const another = await connect();
    const { data } = await mustBe(another.getSnapshot());
    expect(Buffer.compare(data ?? bytes(''), large)).toBe(0);
    const { found } = await mustBe(another.getSnapshotHead());
    expect(textOf({ data: found?.head ?? bytes('') })).toBe('second');
    expect(Math.abs((found?.at ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('announcements reach those who hear them now, and are not stored', async () => {
    const [speaker, listener] = [await connect(), await connect()];
    const start = await endOf(speaker);
    const heard: string[] = [];
    const stop = listener.hear('live.lead.>', (subject, data) =>
      heard.push(`${subject} ${textOf({ data })}`),
    );
    await vi.waitFor(() => {
      speaker.announce('live.lead.ana', bytes('looking'));
      expect(heard.length).toBeGreaterThan(0);
    });
    expect(heard[0]).toBe('live.lead.ana looking');
    stop();
    const before = heard.length;
    const others = new Promise((resolve) => listener.hear('live.end', resolve));
    speaker.announce('live.lead.ana', bytes('writing'));
    await vi.waitFor(async () => {
      speaker.announce('live.end', bytes(''));
      await Promise.race([others, Promise.reject(new Error('not yet'))]);
    });
    expect(heard.filter((each) => each.endsWith('writing'))).toEqual([]);
    expect(before).toBeGreaterThan(0);
    expect(await endOf(speaker)).toBe(start);
  });

  it('an entry that is too large or forbidden is refused by name', async () => {
    const log = await connect();
    const large = new Uint8Array(64 * 1024 + 1);
    expect(await log.publish('fact.large.one', large)).toEqual({ ok: false, code: 'too_large' });
    expect(await log.publish('team.rules', bytes('mine'))).toEqual({
      ok: false,
      code: 'forbidden',
    });
    await mustBe(log.publish('fact.small.one', bytes('goes on')));
  });

  it('a full log refuses entries and still serves reads', async () => {
    const small = await start({ maxBytes: 40_000 });
    const log = await connect(small);
    const outcomes: string[] = [];
    while (outcomes.at(-1) !== 'full' && outcomes.length < 100) {
      const outcome = await log.publish(`fact.full.${outcomes.length}`, new Uint8Array(5000));
      outcomes.push(outcome.ok ? 'ok' : outcome.code);
    }
    expect(outcomes.at(-1)).toBe('full');
    const count = outcomes.length - 1;
    expect(outcomes.slice(0, -1).every((each) => each === 'ok')).toBe(true);
    expect(await follow(log, 0, count)).toHaveLength(count);
    await log.close();
    await small.close();
  });

  it('a closed log ends the read that waits, and refuses calls', async () => {
    const log = await connect();
    const waiting = log.read(await endOf(log), { most: 10, waitMs: 60_000 });
    await log.close();
    expect(await waiting).toMatchObject({ ok: false, code: 'unavailable' });
    expect(await log.publish('fact.closed.one', bytes(''))).toMatchObject({ code: 'unavailable' });
  });

  it('the cursor follows a server that is killed between and during reads', async () => {
    const [publisher, reader] = [await connect(), await connect()];
    const start = await endOf(reader);
    const count = 400;
    const texts = Array.from({ length: count }, (_each, at) => `${at}`);
    const reading = follow(reader, start, count);
    for (const [at, text] of texts.entries()) {
      if (at === 100 || at === 250) {
        await server.stop();
        expect(await publisher.getBounds()).toMatchObject({ ok: false });
        await server.start();
      }
      await publishSurely(publisher, `fact.killed.${text}`, text);
    }
    const entries = await reading;
    expect(entries.map(textOf)).toEqual(texts);
    expect(entries.map(({ sequence }) => sequence)).toEqual(texts.map((_t, at) => start + 1 + at));
  });

  it('a stream that was created again is seen as another one', async () => {
    const log = await connect();
    await mustBe(log.publish('fact.before.one', bytes('old')));
    const before = await mustBe(log.getBounds());
    const seen = await mustBe(log.read(before.last - 1, { most: 10, waitMs: 1000 }));
    expect(seen.created).toBe(before.created);
    const waiting = log.read(before.last, { most: 10, waitMs: 3000 });
    await server.recreate();
    await mustBe(log.publish('fact.after.one', bytes('new')));
    const after = await mustBe(log.getBounds());
    expect(after).toMatchObject({ first: 1, last: 1 });
    expect(after.created).not.toBe(before.created);
    await waiting;
    const next = await mustBe(log.read(before.last, { most: 10, waitMs: 100 }));
    expect(next).toMatchObject({ entries: [], created: after.created });
    expect((await follow(log, 0, 1)).map(textOf)).toEqual(['new']);
  });
};
