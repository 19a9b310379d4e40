// @vitest-environment happy-dom
/** Displayed times: days that change at midnight, and invalid numbers. */
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeadRow } from '../../../../renderer/inbox/lead-row.tsx';
import { createStores } from '../../../../renderer/app/stores.ts';
import { Thread } from '../../../../renderer/thread/thread.tsx';
import * as format from '../../../../renderer/platform/format.ts';
import { fakeBridge, id, lead, ok, messageLike } from '../support/samples.ts';
import { startListening, showIn } from '../support/window.tsx';

/** A minute before local midnight, so that the tests work in every time zone. */
const late = new Date(2026, 10, 20, 23, 59).getTime();
const minute = 60_000;
const hour = 60 * minute;

beforeEach(
  () => void vi.useFakeTimers({ now: late, toFake: ['Date', 'setInterval', 'clearInterval'] }),
);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Shows the row and the conversation of a lead whose customer wrote at that time. */
const showLead = async (at: number, request = lead().request) => {
  const details = lead(
    { request },
    { createdAt: at, activityAt: at, waitingSince: at, isUnread: false },
  );
  const bridge = fakeBridge({
    'leads.get': () => ok({ lead: details }),
    'thread.page': () => ok({ messages: [messageLike('m1', { at })], earlier: null }),
    'thread.watch': () => ok({}),
  });
  const stores = createStores(bridge, Date.now);
  startListening(stores);
  stores.session.getState().go('inbox');
  showIn(
    stores,
    <>
      <LeadRow
        lead={details.row}
        isSelected={false}
        position={1}
        total={1}
        isNamed={false}
        isCurrent={false}
        onPress={() => {}}
        onCheck={() => {}}
      />
      <Thread width="full" />
    </>,
  );
  await act(async () => {
    stores.leads.getState().select(id('l1'));
    await vi.waitFor(() => expect(stores.conversation.getState().state).toBe('ready'));
  });
  const heading = (): string | undefined =>
    screen.getByRole('log').querySelector('h3 > span')?.textContent;
  return {
    heading,
    row: () => document.querySelector('[data-lead-id]')?.textContent,
  };
};

/** Advances the timers of an open window. */
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const setClock = (at: number): void =>
  act(() => {
    vi.setSystemTime(at);
    vi.advanceTimersByTime(10_000);
  });

describe('the day of a message', () => {
  it('is today until midnight, then yesterday, then its date', async () => {
    const { heading, row: text } = await showLead(late - hour);
    expect(heading()).toBe('Today');
    expect(text()).toContain('1 h');
    pass(2 * minute);
    expect(heading()).toBe('Yesterday');
    expect(text()).toContain('Yesterday');
    setClock(late + 25 * hour);
    expect(heading()).toBe('Friday, November 20');
  });

  it('is right after the computer slept or its clock changed', async () => {
    const { heading } = await showLead(late - hour);
    setClock(late + 9 * hour);
    expect(heading()).toBe('Yesterday');
    setClock(late);
    expect(heading()).toBe('Today');
    setClock(new Date(2027, 0, 2, 12).getTime());
    expect(heading()).toBe('Friday, November 20, 2026');
  });
});

const impossible = [
  8.64e15,
  -8.64e15,
  8.64e15 + 1,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
];

describe('an invalid time', () => {
  it.each(impossible)('breaks nothing on the screen: %d', async (at) => {
    const span = { start: at, end: at };
    const request = { ...lead().request, booking: span, proposedTimes: [span] };
    const { heading } = await showLead(at, request);
    expect(heading()).toBeTruthy();
    expect(screen.getByText('text of m1')).toBeTruthy();
    expect(screen.getByRole('complementary')).toBeTruthy();
  });

  it.each(
    [...impossible, NaN, Infinity, -Infinity].flatMap((at) =>
      ['en', 'es'].map((language) => [at, language] as const),
    ),
  )('is accepted by every formatter: %d in %s', (at, language) => {
    const now = late;
    const written = [
      format.toISOTime(at),
      format.formatClock(at, language),
      format.formatClockSpan(at, now, language),
      format.formatClockSpan(now, at, language),
      format.formatWeekDates(at, at, now, language, 'long'),
      format.formatWeekDates(now, now, at, language, 'short'),
      format.formatDate(at, language),
      format.formatDateAndTime(at, language),
      format.formatCountdown(at),
      format.formatFileSize(at, language),
      JSON.stringify([format.toAge(at, now, language), format.toAge(now, at, language)]),
      JSON.stringify([format.toLength(at), format.getStartOfDay(at)]),
    ];
    for (const text of written) expect(text).not.toBe('');
  });
});

it('Spanish times use the format of the United States', () => {
  expect(format.formatClock(new Date(2026, 10, 20, 16, 5).getTime(), 'es')).toMatch(
    /^4:05.p\.m\.$/,
  );
  expect(format.formatFileSize(2_483_211, 'es')).toContain('2.5');
});
