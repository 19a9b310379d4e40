/** What the desktop is told of, and what it is spared: a burst, quiet hours, the lead on the screen, sleep. */
import type { ElectronApplication, Page } from '@playwright/test';
import { noteNotices, notices, onNotice } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

const titles = async (app: ElectronApplication): Promise<readonly string[]> =>
  (await notices(app)).map(({ title }) => title);

/** Longer than news are held together, and than it takes until it is looked whether it is still quiet. */
const patience = { timeout: 30_000 };

const openSettings = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(page.getByLabel('Quiet hours', { exact: true })).toBeVisible();
};

test('of five that come at once at most three are told in their own words, and the others as one', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await noteNotices(app);
  // The first lead of an empty inbox opens by itself, and its notice is taken back.
  await openSettings(page);
  await Promise.all(
    ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve'].map((name) =>
      service.newLead(name, `A burst pipe, says ${name}.`),
    ),
  );
  // What comes within a moment is told together: of how many the first notices are depends on the machine.
  const toldOf = (title: string): number => Number(/^(\d+) new leads$/.exec(title)?.[1] ?? 1);
  const leadsTold = async (): Promise<number> =>
    (await titles(app)).reduce((sum, title) => sum + toldOf(title), 0);
  await expect.poll(leadsTold, patience).toBe(5);
  const told = await notices(app);
  expect(told.length).toBeLessThanOrEqual(4);
  expect(toldOf(told.at(-1)?.title ?? '')).toBeGreaterThan(1);
  for (const { title, body } of told.slice(0, -1)) {
    const name = /^New lead · (\w+) Rivera$/.exec(title)?.[1];
    expect(body).toContain(`A burst pipe, says ${name}.`);
  }
  await page.keyboard.press('Escape');
  await expect(connected.row('Eve Rivera')).toBeVisible();
});

test('in quiet hours nothing is told, and at their end one notice says what came, with a lead that woke', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await noteNotices(app);
  await openSettings(page);
  await page.getByLabel('Quiet hours', { exact: true }).check({ force: true });
  // From midnight to midnight, whenever this is run.
  await page.getByLabel('From', { exact: true }).fill('12 am');
  await page.getByLabel('To', { exact: true }).fill('12 am');
  await page.keyboard.press('Enter');
  // In the evening it is quiet by the usual hours at once, and for a moment between the two times it is not.
  const allDay = page.getByText(/^Notifications are quiet until \w+ 12:00/);
  await expect(allDay).toBeVisible();
  await allDay.scrollIntoViewIfNeeded();
  await look(connected, 'settings-quiet');
  // The first one leaves the field that was written in.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await connected.screen('inbox');

  const asleep = connected.row('Eve Rivera');
  await expect(asleep).toBeVisible();
  const leadID = await asleep.getAttribute('data-lead-id');
  await page.evaluate(
    (id) =>
      window.hearthline.invoke('leads.mark', {
        leadIDs: [id as never],
        snoozedUntil: Date.now() + 8_000,
      }),
    leadID,
  );
  await expect(asleep).toHaveCount(0);
  await service.newLead('Finn');
  await expect(connected.row('Finn Rivera')).toBeVisible();
  await expect(asleep).toHaveAttribute('data-unread', 'true', patience);
  expect(await notices(app)).toEqual([]);

  await openSettings(page);
  await page.getByLabel('Quiet hours', { exact: true }).uncheck({ force: true });
  await expect.poll(() => titles(app), patience).toHaveLength(1);
  const [one] = await notices(app);
  expect(one?.title).toBe('1 new lead, 1 snoozed lead back while notifications were quiet');
  expect(one?.body).toContain('Finn Rivera');
});

test('the lead on the screen is not told, another one is with what its customer wrote, and the icon counts who waits', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await noteNotices(app);
  await app.evaluate(({ app: own }) => {
    own.setBadgeCount = (count = 0) => {
      Object.assign(globalThis, { badge: count });
      return true;
    };
  });
  const gwen = await service.newLead('Gwen');
  const hugo = await service.newLead('Hugo');
  await onNotice(app, 'New lead · Hugo Rivera', 'click');
  const log = page.getByRole('log', { name: /Hugo/ });
  await expect(page.getByRole('textbox', { name: 'Reply to Hugo Rivera' })).toBeFocused();
  await noteNotices(app);
  await service.customerWrites(hugo, 'Are you on your way?');
  await expect(log).toContainText('Are you on your way?');
  await service.customerWrites(gwen, 'My number is on the form.');
  await expect
    .poll(() => notices(app), patience)
    .toEqual([{ title: 'Gwen Rivera', body: 'My number is on the form.' }]);

  const waiting = page.getByRole('button', { name: /^Needs reply/ });
  const shown = Number(/\d+/.exec(await waiting.innerText())?.[0]);
  const badge = () => app.evaluate(() => (globalThis as unknown as { badge?: number }).badge);
  await expect.poll(badge).toBe(shown);
  await page.getByRole('listbox', { name: 'Leads' }).focus();
  await page.keyboard.press('d');
  await expect.poll(badge).toBe(shown - 1);
});

test('what came while the computer slept becomes one notice, and notifications can be switched off', async ({
  connected,
  service,
}) => {
  const { app, page } = connected;
  await noteNotices(app);
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'));
  await Promise.all(['Iris', 'Jack', 'Kim', 'Lea'].map((name) => service.newLead(name)));
  await expect(connected.row('Lea Rivera')).toBeVisible();
  expect(await notices(app)).toEqual([]);
  await expect.poll(() => titles(app), patience).toEqual(['4 new leads']);

  await noteNotices(app);
  await openSettings(page);
  await page.getByLabel('Tell me about new leads and messages.').uncheck({ force: true });
  await page.keyboard.press('Escape');
  await connected.screen('inbox');
  await service.newLead('Max');
  await expect(connected.row('Max Rivera')).toBeVisible();
  expect(await notices(app)).toEqual([]);
});
