import { expect, it, onTestFinished, vi } from 'vitest';
import type { Change } from '../../../../contract/events.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { createWaking } from '../../../../main/engine/leads/waking.ts';
import { detectSystemZone } from '../../../../main/engine/leads/reply-deadlines.ts';
import { markRead } from '../../../../main/engine/leads/read-mark.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import { testIngest } from '../support/ingest.ts';
import { negotiation } from '../support/records.ts';
import { testLog } from '../support/store.ts';

const minute = 60_000;

const snoozed = () => {
  const bench = testIngest();
  bench.deliver('NegotiationCreatedV4', negotiation('1'));
  const row = toRow(bench.lead().leadID) ?? 0;
  const published: Change[] = [];
  const woken: number[] = [];
  const onZoneChange = vi.fn<() => void>();
  const waking = createWaking({
    store: bench.store,
    clock: bench.clock,
    log: testLog(),
    publish: (change) => published.push(change),
    onWoken: (leads) => woken.push(...leads),
    onZoneChange,
  });
  setMarks(bench.store, [row], { snoozedUntil: bench.clock.now() + 10 * minute });
  markRead(bench.store, [row]);
  refreshInbox(bench.store, row);
  return { ...bench, row, published, woken, onZoneChange, waking };
};

it('a snoozed lead returns at its time, unread and needing a reply', () => {
  const { lead, row, clock, published, woken, waking } = snoozed();
  clock.advance(9 * minute);
  expect(lead()).toMatchObject({ needsReply: false, isUnread: false });
  expect(published).toEqual([]);
  clock.advance(2 * minute);
  expect(lead()).toMatchObject({ needsReply: true, isUnread: true, snoozedUntil: null });
  expect(published).toEqual([{ kinds: ['leads'], leadIDs: [lead().leadID] }]);
  expect(woken).toEqual([row]);
  waking.stop();
});

it('a snoozed lead returns when its time passed during sleep or the clock was set forward', () => {
  const { lead, clock, waking } = snoozed();
  clock.set(clock.now() + 60 * minute);
  waking.wakeNow();
  clock.advance(0);
  expect(lead()).toMatchObject({ needsReply: true });
  waking.stop();
});

it('a change of the computer’s time zone is noticed within ten seconds, once', () => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
    detectSystemZone();
  });
  vi.stubEnv('TZ', 'America/New_York');
  const { clock, onZoneChange, waking } = snoozed();
  clock.advance(minute);
  onZoneChange.mockClear();
  vi.stubEnv('TZ', 'America/Los_Angeles');
  clock.advance(10_000);
  expect(onZoneChange).toHaveBeenCalledOnce();
  clock.advance(minute);
  expect(onZoneChange).toHaveBeenCalledOnce();
  waking.stop();
});
