/** A message counts as history by its own time and what was known, not by its lead. */
import { describe, expect, it, vi } from 'vitest';
import { fail } from '../../../../../contract/errors.ts';
import type { LeadRow } from '../../../../../contract/records.ts';
import { refreshInbox } from '../../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../../main/engine/leads/marks.ts';
import { markRead } from '../../../../../main/engine/leads/read-mark.ts';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { restartDownloads } from '../../../../../main/engine/platform/store/repair.ts';
import { message } from '../../support/records.ts';
import { day, hour, minute, noon, settle, testSync, type SyncBench } from './bench.ts';

const justConnected = (): SyncBench => {
  const bench = testSync();
  bench.store.db.prepare('UPDATE accounts SET connected_at = ?').run(noon);
  return bench;
};

/** The lead that was imported, in whichever list it is. */
const leadOf = (bench: SyncBench): LeadRow => {
  const [lead] = [...bench.view('archived'), ...bench.view('all')];
  if (lead === undefined) throw new Error('there is no lead');
  return lead;
};

const numberOf = (row: LeadRow): number => toRow(row.leadID) ?? 0;

/** Marks the lead as read and archived. */
const archive = (bench: SyncBench): void => {
  const lead = numberOf(leadOf(bench));
  markRead(bench.store, [lead]);
  setMarks(bench.store, [lead], { archived: true });
  refreshInbox(bench.store, lead);
};

/** Leaves the state of a repair that could not read any messages. */
const repairWithoutMessages = (bench: SyncBench): void => {
  bench.store.db.exec('DELETE FROM messages');
  restartDownloads(bench.store.db);
  refreshInbox(bench.store, numberOf(leadOf(bench)));
  bench.news.length = 0;
  bench.restart();
};

/** A lead from a month before the connection: imported, read, and archived ten days ago. */
const imported = async (): Promise<SyncBench> => {
  const bench = justConnected();
  bench.addLead('n1', 30 * day);
  bench.messages.set('n1', [
    message('m0', 'n1', 'Customer', 'When can you come?', noon - 29 * day),
    message('m1', 'n1', 'Business', 'On Monday', noon - 28 * day),
  ]);
  bench.sync().attach();
  await settle();
  await settle();
  archive(bench);
  await bench.pass(10 * day, day);
  bench.news.length = 0;
  return bench;
};

const stateOf = ({ archived, isUnread }: LeadRow) => ({ archived, isUnread });

describe('a first sync', () => {
  it('commits once for each conversation', async () => {
    const countCommits = async (leads: number): Promise<number> => {
      const bench = justConnected();
      for (let n = 0; n < leads; n += 1) {
        bench.addLead(`n${n}`, 30 * day);
        bench.write(`n${n}`, `m${n}`, noon - 29 * day);
      }
      bench.sync().attach();
      await settle();
      await settle();
      expect(bench.sync().report().backfill).toEqual({ state: 'done', leads });
      return bench.store.countCommits();
    };
    expect((await countCommits(12)) - (await countCommits(2))).toBe(10);
  });
});

describe('after a repair that lost messages', () => {
  it('a lead whose customer wrote after the connection is unread in the inbox, with a notice', async () => {
    const bench = await imported();
    bench.write('n1', 'm2', noon + 8 * day, 'Are you still there?');
    repairWithoutMessages(bench);
    await settle();
    await settle();
    expect(bench.thread(leadOf(bench)).map(({ text }) => text)).toEqual([
      'When can you come?',
      'On Monday',
      'Are you still there?',
    ]);
    expect(stateOf(leadOf(bench))).toEqual({ archived: false, isUnread: true });
    expect(bench.view('needs_reply')).toHaveLength(1);
    expect(bench.news).toMatchObject([{ kind: 'message', at: noon + 8 * day }]);
  });

  it('a lead whose messages had all been read stays archived, without a notice', async () => {
    const bench = await imported();
    bench.write('n1', 'm2', noon + 8 * day);
    bench.sync().pollLeads([numberOf(leadOf(bench))]);
    await settle();
    expect(stateOf(leadOf(bench))).toEqual({ archived: false, isUnread: true });
    archive(bench);
    repairWithoutMessages(bench);
    await settle();
    await settle();
    expect(bench.thread(leadOf(bench))).toHaveLength(3);
    expect(stateOf(leadOf(bench))).toEqual({ archived: true, isUnread: false });
    expect(bench.news).toEqual([]);
  });

  it('a lead that came after the connection is notified when another import finds it', async () => {
    const bench = await imported();
    bench.addLead('n2', 3 * day);
    restartDownloads(bench.store.db);
    bench.restart();
    await settle();
    await settle();
    const found = bench.view('all').find(({ isUnread }) => isUnread);
    expect(found?.createdAt).toBe(bench.clock.now() - 3 * day);
    expect(bench.news).toMatchObject([{ kind: 'lead', at: bench.clock.now() - 3 * day }]);
  });
});

describe('a paused import', () => {
  /** An import of sixty older leads, paused before most conversations were read. */
  const paused = async (): Promise<SyncBench> => {
    const bench = justConnected();
    for (let n = 0; n < 60; n += 1) bench.addLead(`n${n}`, 10 * day + n * hour);
    bench.write('n58', 'before', noon - 5 * day);
    bench.failing.set('list b1 50', fail('service_unavailable', 'No.', { status: 503 }));
    bench.failing.set('messages', fail('offline', 'No.'));
    bench.sync().attach();
    await settle();
    bench.sync().pauseImport(true);
    bench.failing.clear();
    return bench;
  };

  it('notifies of a customer who wrote meanwhile, but of nobody from before the connection', async () => {
    const bench = await paused();
    await bench.pass(3 * day, day);
    bench.news.length = 0;
    bench.write('n59', 'meanwhile', noon + day, 'Any news?');
    bench.sync().pauseImport(false);
    for (let turn = 0; turn < 20; turn += 1) await settle();
    const unread = bench.view('unread').map(({ lastMessage }) => lastMessage?.text);
    expect(unread).toEqual(['Any news?']);
    expect(bench.news).toMatchObject([{ kind: 'message', at: noon + day }]);
  });

  it('stores the first page of an opened conversation before it asks for the next one', async () => {
    const bench = await paused();
    bench.setLargestPage(10);
    for (let n = 0; n < 25; n += 1) bench.write('n0', `m${n}`, noon - day + n * minute);
    const [lead] = bench.view('all');
    if (lead === undefined) throw new Error('there is no lead');
    const stored: number[] = [];
    const get = bench.messages.get.bind(bench.messages);
    vi.spyOn(bench.messages, 'get').mockImplementation((id) => {
      stored.push(bench.thread(lead).length);
      return get(id);
    });
    bench.sync().watch(lead.leadID, true);
    await bench.pass(minute, 5_000);
    expect(stored.slice(0, 2)).toEqual([0, 10]);
    expect(bench.thread(lead)).toHaveLength(25);
  });

  it('counts a customer as waiting who writes before the conversation was read', async () => {
    const bench = await paused();
    expect(bench.view('needs_reply')).toEqual([]);
    bench.deliver('MessageCreatedV4', message('m1', 'n20', 'Customer', 'Hello?', noon + hour));
    expect(bench.view('needs_reply')).toHaveLength(1);
  });
});

it('an old lead whose customer writes after the connection is in Needs reply, not in Older', async () => {
  const bench = justConnected();
  bench.addLead('n1', 30 * day);
  bench.sync().attach();
  await settle();
  await settle();
  expect(bench.view('older')).toHaveLength(1);
  bench.deliver('MessageCreatedV4', message('m1', 'n1', 'Customer', 'Hello?', noon + hour));
  expect([bench.view('older'), bench.view('needs_reply')]).toMatchObject([[], [{}]]);
});
