import { expect, it, vi } from 'vitest';
import { buildTrayMenu, type TrayState } from '../../../../main/shell/background/tray-menu.ts';
import { desktopWords } from '../../../../main/shell/words.ts';

const now = new Date(2026, 2, 2, 14).getTime();
const hour = 60 * 60_000;

const menu = (state: Partial<TrayState>, language: 'en' | 'es' = 'en') => {
  const actions = {
    open: vi.fn(),
    openNeedsReply: vi.fn(),
    pause: vi.fn(),
    openSettings: vi.fn(),
    quit: vi.fn(),
  };
  const items = buildTrayMenu(
    { needsReply: 0, quiet: { until: null, paused: false }, ...state },
    desktopWords[language],
    actions,
    { now, language },
  );
  const labels = items.flatMap(({ label }) => label ?? []);
  const press = (label: string): void => {
    const item = items.find((one) => one.label === label);
    (item?.click as (() => void) | undefined)?.();
  };
  return { items, labels, actions, press };
};

it('the tray menu shows how many leads need a reply and opens them', () => {
  const { labels, actions, press } = menu({ needsReply: 4 });
  expect(labels).toEqual([
    'Open Hearthline',
    '4 need a reply',
    'Quiet for 1 hour',
    'Quiet until morning',
    'Settings',
    'Quit Hearthline',
  ]);
  press('4 need a reply');
  expect(actions.openNeedsReply).toHaveBeenCalledOnce();
});

it('the tray menu uses singular and plural, and disables the entry for no leads', () => {
  expect(menu({ needsReply: 1 }).labels).toContain('1 needs a reply');
  expect(menu({ needsReply: 1234 }, 'es').labels).toContain('1,234 necesitan respuesta');
  const { items } = menu({});
  expect(items.find(({ label }) => label === 'No leads need a reply')?.enabled).toBe(false);
});

it('notifications are paused and resumed from the tray menu, which shows the end of the pause', () => {
  const { actions, press } = menu({});
  press('Quiet until morning');
  expect(actions.pause).toHaveBeenCalledWith('tomorrow');
  const paused = menu({ quiet: { until: now + hour, paused: true } });
  expect(paused.labels[2]).toMatch(/^Notifications quiet until 3:00\sPM$/);
  expect(paused.labels).not.toContain('Quiet for 1 hour');
  paused.press('Resume notifications');
  expect(paused.actions.pause).toHaveBeenCalledWith('none');
});

it('quiet hours that end on another day show the day, and a pause can still be started', () => {
  const { labels } = menu({ quiet: { until: now + 17 * hour, paused: false } });
  expect(labels[2]).toMatch(/^Notifications quiet until Tue,? 7:00\sAM$/);
  expect(labels).toContain('Quiet for 1 hour');
});

it('the tray menu is translated to Spanish', () => {
  expect(menu({ needsReply: 2 }, 'es').labels).toContain('2 necesitan respuesta');
});
