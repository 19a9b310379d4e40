import { describe, expect, it } from 'vitest';
import { defaultQuietHours, type QuietHours } from '../../../../contract/quiet-hours.ts';
import { markRead } from '../../../../main/engine/leads/read-mark.ts';
import { findQuietHoursEnd } from '../../../../main/engine/notify/quiet.ts';
import { changeSettings, readSettings } from '../../../../main/engine/platform/settings.ts';
import { newLead, noticeBench } from '../support/notices.ts';
import { message } from '../support/records.ts';
import { noon } from '../support/store.ts';

const minute = 60_000;
const hour = 60 * minute;
const chicago = 'America/Chicago';

/** 2 March 2026 is a Monday. */
const at = (iso: string): number => Date.parse(iso);
const nights: QuietHours = { ...defaultQuietHours, on: true };

describe('quiet hours', () => {
  const end = (hours: QuietHours, moment: string, zone = 'UTC'): string | null => {
    const found = findQuietHoursEnd(hours, zone, at(moment));
    return found === null ? null : new Date(found).toISOString().slice(0, 16);
  };

  it('span midnight', () => {
    expect(end(nights, '2026-03-02T19:59Z')).toBe(null);
    expect(end(nights, '2026-03-02T20:00Z')).toBe('2026-03-03T07:00');
    expect(end(nights, '2026-03-03T06:59Z')).toBe('2026-03-03T07:00');
    expect(end(nights, '2026-03-03T07:00Z')).toBe(null);
  });

  it('begin on the chosen days, and end on the day after', () => {
    const fridays = { ...nights, days: [4] };
    expect(end(fridays, '2026-03-06T23:00Z')).toBe('2026-03-07T07:00');
    expect(end(fridays, '2026-03-07T06:00Z')).toBe('2026-03-07T07:00');
    expect(end(fridays, '2026-03-07T23:00Z')).toBe(null);
  });

  it('use the time zone of the business hours, across clock changes too', () => {
    expect(end(nights, '2026-03-03T02:00Z', chicago)).toBe('2026-03-03T13:00');
    expect(end(nights, '2026-03-08T05:00Z', chicago)).toBe('2026-03-08T12:00');
  });

  it('can be within a day, all day, or over consecutive days', () => {
    expect(end({ ...nights, from: 12 * 60, to: 13 * 60 }, '2026-03-02T12:30Z')).toBe(
      '2026-03-02T13:00',
    );
    const sunday = { ...nights, from: 0, to: 0, days: [6] };
    expect(end(sunday, '2026-03-08T12:00Z')).toBe('2026-03-09T00:00');
    const weekend = { ...nights, from: 0, to: 0, days: [5, 6] };
    expect(end(weekend, '2026-03-07T12:00Z')).toBe('2026-03-09T00:00');
    expect(end({ ...nights, days: [] }, '2026-03-02T23:00Z')).toBe(null);
    expect(end({ ...nights, on: false }, '2026-03-02T23:00Z')).toBe(null);
  });
});

/** Quiet from 11 AM to 2 PM, at noon. */
const quiet = () => {
  const bench = noticeBench();
  changeSettings(bench.store, {
    businessHours: { ...readSettings(bench.store).businessHours, timeZone: 'UTC' },
    quietHours: { ...nights, from: 11 * 60, to: 14 * 60 },
  });
  return bench;
};

describe('while it is quiet', () => {
  it('no notice appears, and one at the end counts the events', () => {
    const { deliver, notices, clock } = quiet();
    deliver(newLead('1'), newLead('2'), newLead('3'));
    clock.advance(119 * minute);
    expect(notices).toEqual([]);
    clock.advance(2 * minute);
    expect(notices).toEqual([
      {
        kind: 'several',
        leadID: null,
        upTo: null,
        title: '3 new leads while notifications were quiet',
        body: 'Ann 1, Ann 2, and Ann 3',
      },
    ]);
  });

  it('news of a kind that only a newer version knows leaves the other news', () => {
    const { deliver, notices, clock, store } = quiet();
    deliver(newLead('1'), newLead('2'));
    store.db.exec(`UPDATE settings SET value = json_insert(value, '$[#]',
      json('{"lead":1,"kind":"newer","at":1}')) WHERE name = 'notices.held'`);
    clock.advance(121 * minute);
    expect(notices).toMatchObject([{ title: '2 new leads while notifications were quiet' }]);
  });

  it('each kind is counted, and a new lead with messages counts as a lead', () => {
    const { deliver, notices, policy, clock, row } = noticeBench();
    deliver(newLead('1'));
    policy().pause('hour');
    deliver(newLead('2'));
    const second = row();
    deliver(message('m2', '2', 'Customer', 'Hello', noon + 2));
    deliver(message('m1', '1', 'Customer', 'Hi', noon + 1));
    deliver(newLead('3'));
    policy().offerBack([second]);
    clock.advance(2 * hour);
    expect(notices.at(-1)?.title).toBe(
      '2 new leads, 1 customer wrote while notifications were quiet',
    );
  });

  it('leads read meanwhile are not counted, and a single remaining one has its own notice', () => {
    const { deliver, notices, clock, store, row } = quiet();
    deliver(newLead('1'));
    markRead(store, [row()]);
    deliver(newLead('2'));
    clock.advance(3 * hour);
    expect(notices.map(({ title }) => title)).toEqual(['New lead · Ann 2']);
  });

  it('nothing is lost when the engine restarts', () => {
    const { deliver, notices, clock, restart } = quiet();
    deliver(newLead('1'), newLead('2'));
    restart();
    clock.advance(3 * hour);
    expect(notices.map(({ title }) => title)).toEqual([
      '2 new leads while notifications were quiet',
    ]);
  });

  it('no notice appears at the end when notifications are off', () => {
    const { deliver, notices, clock, store } = quiet();
    deliver(newLead('1'));
    changeSettings(store, { notifications: false });
    clock.advance(3 * hour);
    changeSettings(store, { notifications: true });
    clock.advance(hour);
    expect(notices).toEqual([]);
  });

  it('an end during sleep is handled when the computer wakes', () => {
    const { deliver, notices, clock, policy } = quiet();
    deliver(newLead('1'), newLead('2'));
    clock.set(noon + 9 * hour);
    policy().wake();
    expect(notices.map(({ title }) => title)).toEqual([
      '2 new leads while notifications were quiet',
    ]);
  });

  it('a pending notice of a burst waits for the end', () => {
    const { deliver, notices, clock, policy } = noticeBench();
    deliver(...['1', '2', '3', '4'].map((id) => newLead(id)));
    policy().pause('hour');
    clock.advance(minute);
    expect(notices).toEqual([]);
    clock.advance(hour);
    expect(notices.map(({ title }) => title)).toEqual([
      '4 new leads while notifications were quiet',
    ]);
  });
});

describe('a pause', () => {
  it('lasts an hour, and main receives its end', () => {
    const { deliver, notices, clock, policy, quietUntil } = noticeBench();
    clock.advance(0);
    policy().pause('hour');
    deliver(newLead('1'));
    clock.advance(59 * minute);
    expect(notices).toEqual([]);
    clock.advance(2 * minute);
    expect(notices).toHaveLength(1);
    expect(quietUntil).toEqual([null, noon + hour, null]);
  });

  it.each([
    ['in the evening', '2026-03-03T02:00Z', '2026-03-03T14:00Z'],
    ['after midnight', '2026-03-03T07:30Z', '2026-03-03T14:00Z'],
    ['at 8 AM', '2026-03-03T14:00Z', '2026-03-04T14:00Z'],
    ['on a morning without 2 AM', '2026-03-08T07:30Z', '2026-03-08T13:00Z'],
  ])('until morning that begins %s ends at 8 AM of the business', (_when, from, to) => {
    const { store, clock, policy } = noticeBench();
    changeSettings(store, {
      businessHours: { ...readSettings(store).businessHours, timeZone: chicago },
    });
    clock.set(at(from));
    policy().pause('tomorrow');
    expect(policy().getQuiet()).toEqual({ until: at(to), paused: true });
  });

  it('can be ended early', () => {
    const { deliver, notices, policy } = noticeBench();
    policy().pause('tomorrow');
    deliver(newLead('1'));
    policy().pause('none');
    expect(notices.map(({ title }) => title)).toEqual(['New lead · Ann 1']);
    expect(policy().getQuiet()).toEqual({ until: null, paused: false });
  });

  it('survives a restart, and ends when the clock is set back', () => {
    const { clock, policy, restart } = noticeBench();
    policy().pause('hour');
    restart();
    expect(policy().getQuiet().paused).toBe(true);
    clock.set(noon - 24 * hour);
    expect(policy().getQuiet()).toEqual({ until: null, paused: false });
  });

  it('that ends during quiet hours lasts until they end', () => {
    const { policy } = quiet();
    policy().pause('hour');
    expect(policy().getQuiet()).toEqual({ until: noon + 2 * hour, paused: true });
  });
});
