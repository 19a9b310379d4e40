import { expect, it, vi } from 'vitest';
import { trayMenu, type TrayState } from '../../../../main/shell/background/tray-menu.ts';
import { desktopWords } from '../../../../main/shell/words.ts';

const now = new Date(2026, 2, 2, 14).getTime();
const hour = 60 * 60_000;

const menu = (state: Partial<TrayState>, language: 'en' | 'es' = 'en') => {
  const deeds = {
    open: vi.fn(),
    openNeedsReply: vi.fn(),
    pause: vi.fn(),
    settings: vi.fn(),
    quit: vi.fn(),
  };
  const items = trayMenu(
    { needsReply: 0, quiet: { until: null, paused: false }, ...state },
    desktopWords[language],
    deeds,
    { now, language },
  );
  const labels = items.flatMap(({ label }) => label ?? []);
  const press = (label: string): void => {
    const item = items.find((one) => one.label === label);
    (item?.click as (() => void) | undefined)?.();
  };
  return { items, labels, deeds, press };
};

it('the tray says how many need a reply, and leads to them', () => {
  const { labels, deeds, press } = menu({ needsReply: 4 });
  expect(labels).toEqual([
    'Open Hearthline',
    '4 need a reply',
    'Quiet for 1 hour',
    'Quiet until tomorrow',
    'Settings',
    'Quit Hearthline',
  ]);
  press('4 need a reply');
  expect(deeds.openNeedsReply).toHaveBeenCalledOnce();
});

it('one needs a reply, and where nobody does there is nothing to press', () => {
  expect(menu({ needsReply: 1 }).labels).toContain('1 needs a reply');
  expect(menu({ needsReply: 1234 }, 'es').labels).toContain('1,234 necesitan respuesta');
  const { items } = menu({});
  expect(items.find(({ label }) => label === 'No leads need a reply')?.enabled).toBe(false);
});

it('a pause is begun and ended in the tray, which says how long it lasts', () => {
  const { deeds, press } = menu({});
  press('Quiet until tomorrow');
  expect(deeds.pause).toHaveBeenCalledWith('tomorrow');
  const paused = menu({ quiet: { until: now + hour, paused: true } });
  expect(paused.labels[2]).toMatch(/^Notifications quiet until 3:00\sPM$/);
  expect(paused.labels).not.toContain('Quiet for 1 hour');
  paused.press('Resume notifications');
  expect(paused.deeds.pause).toHaveBeenCalledWith('none');
});

it('the end of quiet hours on another day has its day, and a pause can still be begun', () => {
  const { labels } = menu({ quiet: { until: now + 17 * hour, paused: false } });
  expect(labels[2]).toMatch(/^Notifications quiet until Tue,? 7:00\sAM$/);
  expect(labels).toContain('Quiet for 1 hour');
});

it('speaks Spanish', () => {
  expect(menu({ needsReply: 2 }, 'es').labels).toContain('2 necesitan respuesta');
});
