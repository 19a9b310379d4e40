/** Desktop notifications, and when there are none: bursts, quiet hours, the visible lead, sleep. */
import type { ElectronApplication, Page } from '@playwright/test';
import { recordNotices, listNotices, emitOnNotice } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';
import { invoke } from './support/invoke.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

const listTitles = async (app: ElectronApplication): Promise<readonly string[]> =>
  (await listNotices(app)).map(({ title }) => title);

/** Leads are combined by the time of their arrival, so the number per notification varies. */
const countLeads = (title: string): number => Number(/^(\d+) new leads$/.exec(title)?.[1] ?? 1);
const countNotifiedLeads = async (app: ElectronApplication): Promise<number> =>
  (await listTitles(app)).reduce((sum, title) => sum + countLeads(title), 0);

/** Longer than notifications are collected, and than the check for quiet hours takes. */
const patience = { timeout: 30_000 };

const openSettings = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(page.getByLabel('Quiet hours', { exact: true })).toBeVisible();
};

test('five leads that arrive at once cause at most four notifications, the last one for several leads', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await recordNotices(app);
  // The first lead of an empty inbox opens automatically, which withdraws its notification.
  await openSettings(page);
  await Promise.all(
    ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve'].map((name) =>
      service.createLead(name, `A burst pipe, says ${name}.`),
    ),
  );
  await expect.poll(() => countNotifiedLeads(app), patience).toBe(5);
  const shown = await listNotices(app);
  expect(shown.length).toBeLessThanOrEqual(4);
  expect(countLeads(shown.at(-1)?.title ?? '')).toBeGreaterThan(1);
  for (const { title, body } of shown.slice(0, -1)) {
    const name = /^New lead · (\w+) Rivera$/.exec(title)?.[1];
    expect(body).toContain(`A burst pipe, says ${name}.`);
  }
  await page.keyboard.press('Escape');
  await expect(connected.row('Eve Rivera')).toBeVisible();
});

test('quiet hours cause no notifications, and at their end one sums up the new leads and a woken one', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await recordNotices(app);
  await openSettings(page);
  // One of them will sleep.
  await Promise.all(['Olga', 'Paul'].map((name) => service.createLead(name)));
  await expect.poll(() => countNotifiedLeads(app), patience).toBe(2);
  await recordNotices(app);
  await page.getByLabel('Quiet hours', { exact: true }).check({ force: true });
  // From midnight to midnight, at whatever time this runs.
  await page.getByLabel('From', { exact: true }).fill('12 am');
  await page.getByLabel('To', { exact: true }).fill('12 am');
  await page.keyboard.press('Enter');
  // In the evening the default hours are already quiet; between the two edits they may not be.
  const allDay = page.getByText(/^Notifications are quiet until \w+ 12:00/);
  await expect(allDay).toBeVisible();
  await allDay.scrollIntoViewIfNeeded();
  await look(connected, 'settings-quiet');
  // Moves the focus out of the first field.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await connected.waitForScreen('inbox');

  // The open lead would stay in the list. After the start one opens automatically.
  await expect(page.locator('[data-lead-id][aria-selected="true"]')).toHaveCount(1);
  const other = page.locator('[data-lead-id][aria-selected="false"]').first();
  const leadID = await other.getAttribute('data-lead-id');
  const asleep = page.locator(`[data-lead-id="${leadID}"]`);
  await invoke(page, 'leads.mark', {
    leadIDs: [leadID ?? ''],
    snoozedUntil: Date.now() + 8_000,
  });
  await expect(asleep).toHaveCount(0);
  await service.createLead('Finn');
  await expect(connected.row('Finn Rivera')).toBeVisible();
  await expect(asleep).toHaveAttribute('data-unread', 'true', patience);
  expect(await listNotices(app)).toEqual([]);

  await openSettings(page);
  await page.getByLabel('Quiet hours', { exact: true }).uncheck({ force: true });
  await expect.poll(() => listTitles(app), patience).toHaveLength(1);
  const [one] = await listNotices(app);
  expect(one?.title).toBe('1 new lead, 1 snoozed lead back while notifications were quiet');
  expect(one?.body).toContain('Finn Rivera');
});

test('the visible lead causes no notification, another one does with the customer’s text, and the badge counts waiting leads', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await recordNotices(app);
  await app.evaluate(({ app: own }) => {
    own.setBadgeCount = (count = 0) => {
      Object.assign(globalThis, { badge: count });
      return true;
    };
  });
  const gwen = await service.createLead('Gwen');
  const hugo = await service.createLead('Hugo');
  await emitOnNotice(app, 'New lead · Hugo Rivera', 'click');
  const log = page.getByRole('log', { name: /Hugo/ });
  await expect(page.getByRole('textbox', { name: 'Reply to Hugo Rivera' })).toBeFocused();
  await recordNotices(app);
  await service.customerWrites(hugo, 'Are you on your way?');
  await expect(log).toContainText('Are you on your way?');
  await service.customerWrites(gwen, 'My number is on the form.');
  await expect
    .poll(() => listNotices(app), patience)
    .toEqual([{ title: 'Gwen Rivera', body: 'My number is on the form.' }]);

  const waiting = page.getByRole('button', { name: /^Needs reply/ });
  const shown = Number(/\d+/.exec(await waiting.innerText())?.[0]);
  const readBadge = () => app.evaluate(() => (globalThis as unknown as { badge?: number }).badge);
  await expect.poll(readBadge).toBe(shown);
  await page.getByRole('listbox', { name: 'Leads' }).focus();
  await page.keyboard.press('d');
  await expect.poll(readBadge).toBe(shown - 1);
});

test('leads that arrived while the computer slept become one notification, and notifications can be turned off', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await recordNotices(app);
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'));
  await Promise.all(['Iris', 'Jack', 'Kim', 'Lea'].map((name) => service.createLead(name)));
  await expect(connected.row('Lea Rivera')).toBeVisible();
  expect(await listNotices(app)).toEqual([]);
  await expect.poll(() => listTitles(app), patience).toEqual(['4 new leads']);

  await recordNotices(app);
  await openSettings(page);
  await page.getByLabel('Tell me about new leads and messages.').uncheck({ force: true });
  await expect.poll(async () => (await connected.changeSettings({})).notifications).toBe(false);
  await page.keyboard.press('Escape');
  await connected.waitForScreen('inbox');
  await service.createLead('Max');
  await expect(connected.row('Max Rivera')).toBeVisible();
  expect(await listNotices(app)).toEqual([]);
});
