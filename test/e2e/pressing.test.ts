/**
 * The keys that send: all three, pressed twice, held down, while the engine does not answer, and while it
 * crashes. Each reply is sent once to its customer, and no other text is sent. Z undoes local actions of every
 * kind, the latest first.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';
import { invoke } from './support/invoke.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

const getComposer = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name: `Reply to ${name}` });

/** Opens a lead of the list and its composer by keyboard. */
const answer = async (app: Hearthline, name: string): Promise<void> => {
  const { page } = app;
  await app.row(`${name} Rivera`).click();
  await expect(getComposer(page, name)).toBeVisible();
  await page.keyboard.press('r');
  await expect(getComposer(page, name)).toBeFocused();
};

// First, because it counts the leads that need a reply.
test('each local action is undone by Z, and several in sequence', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Uma');
  await page.getByRole('button', { name: /^All leads/ }).click();
  const row = connected.row('Uma Rivera');
  await row.click();
  await expect(row).toHaveAttribute('data-unread', 'false');
  const waiting = page.getByRole('button', { name: /^Needs reply/ });
  await expect(waiting).toContainText('1');
  const log = page.getByRole('log', { name: /Uma/ });
  const list = page.getByRole('listbox', { name: 'Leads' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const starred = row.getByText('Starred');
  await list.focus();

  await page.keyboard.press('s');
  await expect(starred).toBeAttached();
  await page.keyboard.press('z');
  await expect(starred).toHaveCount(0);

  await page.keyboard.press('u');
  await expect(row).toHaveAttribute('data-unread', 'true');
  await page.keyboard.press('z');
  await expect(row).toHaveAttribute('data-unread', 'false');

  await page.keyboard.press('d');
  await expect(waiting).not.toContainText('1');
  await page.keyboard.press('z');
  await expect(waiting).toContainText('1');

  await page.keyboard.press('c');
  const call = log.getByRole('group', { name: 'Call' });
  await expect(call).toBeVisible();
  await expect(waiting).not.toContainText('1');
  await list.focus();
  await page.keyboard.press('z');
  await expect(call).toHaveCount(0);
  await expect(waiting).toContainText('1');

  await page.keyboard.press('n');
  await expect(page.getByLabel(/^Note on Uma/)).toBeFocused();
  await page.keyboard.type('Two dogs at the gate');
  await page.keyboard.press('Control+Enter');
  const note = log.getByRole('group', { name: 'Note' });
  await expect(note).toContainText('Two dogs at the gate');
  await list.focus();
  await page.keyboard.press('z');
  await expect(note).toHaveCount(0);

  // Earlier actions need more presses.
  await page.keyboard.press('s');
  await expect(starred).toBeAttached();
  await page.keyboard.press('h');
  // Pressed before the menu opens, it neither chooses an item nor starts a reply.
  await page.keyboard.press('Enter');
  const hour = page.getByRole('menuitem', { name: /^In 1 hour/ });
  const snoozed = page.getByText(/^Snoozed Uma Rivera until .*\d:\d\d [AP]M$/).first();
  await expect(hour.or(snoozed).first()).toBeVisible();
  if (await hour.isVisible()) {
    await expect(hour).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(snoozed).toBeVisible();
  await expect(waiting).not.toContainText('1');
  await list.focus();
  await page.keyboard.press('z');
  await expect(waiting).toContainText('1');
  await expect(starred).toBeAttached();
  await page.keyboard.press('z');
  await expect(starred).toHaveCount(0);
  await expect(waiting).toContainText('1');
  await expect(button('Undo')).toHaveCount(0);

  // Otherwise this lead would follow the last one of the next test.
  await page.keyboard.press('d');
  await expect(waiting).not.toContainText('1');
});

test('Ctrl+Shift+Enter sends and stays, Alt+Enter archives and opens the next lead, and a setting swaps the first with Ctrl+Enter', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const row = (name: string): Locator => connected.row(`${name} Rivera`);
  const [ann, bob, cleo] = [
    await service.createLead('Ann'),
    await service.createLead('Bob'),
    await service.createLead('Cleo'),
  ];
  await service.createLead('Dan');
  await expect(row('Dan')).toBeVisible();

  await answer(connected, 'Ann');
  await page.keyboard.type('I can come at one.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(getComposer(page, 'Ann')).toHaveValue('');
  await expect(page.getByRole('log', { name: /Ann/ })).toContainText('I can come at one.');
  await expect(getComposer(page, 'Ann')).toBeFocused();

  await answer(connected, 'Bob');
  await page.keyboard.type('I can come at two.');
  await page.keyboard.press('Alt+Enter');
  await expect(getComposer(page, 'Bob')).toHaveCount(0);
  await expect(page.locator('#composer:focus')).toHaveValue('');
  await page.getByRole('button', { name: /^Archived/ }).click();
  await expect(row('Bob')).toContainText('I can come at two.');
  await expect(row('Ann')).toHaveCount(0);

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await connected.waitForScreen('settings');
  const way = page.getByRole('radiogroup', { name: 'Ctrl+Enter' });
  await way.getByText('Send and stay').click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Needs reply/ }).click();
  await answer(connected, 'Cleo');
  await page.keyboard.type('I can come at three.');
  await page.keyboard.press('Control+Enter');
  await expect(getComposer(page, 'Cleo')).toHaveValue('');
  await page.keyboard.type('Or at four.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.locator('#composer:focus')).toHaveAccessibleName('Reply to Dan Rivera');

  const texts = async () =>
    Promise.all([ann, bob, cleo].map((lead) => service.listTexts(lead, 'Business')));
  await expect
    .poll(texts, { timeout: 30_000 })
    .toEqual([
      ['I can come at one.'],
      ['I can come at two.'],
      ['I can come at three.', 'Or at four.'],
    ]);
  await invoke(page, 'settings.change', { sendOpensNext: true });
});

test('a key pressed twice, held down, or pressed while the engine does not answer sends each reply once and no other draft', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const row = (name: string): Locator => connected.row(`${name} Rivera`);
  const [eve, finn, gwen, hugo] = [
    await service.createLead('Eve'),
    await service.createLead('Finn'),
    await service.createLead('Gwen'),
    await service.createLead('Hugo'),
  ];
  await page.getByRole('button', { name: /^All leads/ }).click();
  // The newest is on top, so sending opens the one before it.
  for (const name of ['Gwen', 'Finn', 'Eve']) {
    await answer(connected, name);
    await page.keyboard.type(`A draft for ${name}`);
    await expect(row(name).locator('[data-mark="draft"]')).toBeVisible();
  }

  await answer(connected, 'Hugo');
  await page.keyboard.type('At noon, Hugo.');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await expect(getComposer(page, 'Gwen')).toBeFocused();
  await expect(getComposer(page, 'Gwen')).toHaveValue('A draft for Gwen');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('This draft was already here. Click Send to send it.')).toBeVisible();
  await look(connected, 'composer-left-out');

  // A held key repeats; after typing, the first press is intended again.
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.down('Control');
  for (let times = 0; times < 8; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('Control');
  await expect(getComposer(page, 'Finn')).toBeFocused();
  await expect(getComposer(page, 'Finn')).toHaveValue('A draft for Finn');

  await connected.runWhileEngineIsFrozen(async () => {
    await page.keyboard.press('End');
    await page.keyboard.type(', at last');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await row('Hugo').click();
    await page.keyboard.press('r');
    await page.keyboard.type('And bring the key.');
  });
  await expect(getComposer(page, 'Hugo')).toHaveValue('And bring the key.');
  await expect(row('Finn').locator('[data-mark="draft"]')).toHaveCount(0);

  await expect
    .poll(() => service.listTexts(finn, 'Business'), { timeout: 30_000 })
    .toEqual(['A draft for Finn, at last']);
  await expect.poll(() => service.listTexts(gwen, 'Business')).toEqual(['A draft for Gwen!']);
  await expect.poll(() => service.listTexts(hugo, 'Business')).toEqual(['At noon, Hugo.']);
  expect(await service.listTexts(eve, 'Business')).toEqual([]);
  await row('Finn').click();
  await expect(getComposer(page, 'Finn')).toHaveValue('');
  await row('Eve').click();
  await expect(getComposer(page, 'Eve')).toHaveValue('A draft for Eve');
});

test('a button and a row that move while the mouse is down are clicked all the same, and dragging off cancels', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Jane');
  const allLeads = page.getByRole('button', { name: /^All leads/ });
  await page.getByRole('button', { name: /^Starred/ }).click();
  const pressMouse = async (
    target: Locator,
  ): Promise<{ readonly x: number; readonly y: number }> => {
    const box = await target.boundingBox();
    if (box === null) throw new Error('there is nothing to press');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    return middle;
  };
  const move = (pixels: number): Promise<void> =>
    page.evaluate((top) => {
      document.body.style.paddingTop = `${top}px`;
    }, pixels);

  const { x, y } = await pressMouse(allLeads);
  await page.mouse.move(x, y + 100);
  await page.mouse.up();
  await expect(allLeads).not.toHaveAttribute('aria-current', 'page');

  await pressMouse(allLeads);
  await move(120);
  await page.mouse.up();
  await expect(connected.row('Jane Rivera')).toBeVisible();

  await move(0);
  await pressMouse(connected.row('Jane Rivera'));
  await move(120);
  await page.mouse.up();
  await move(0);
  await expect(page.getByRole('log', { name: /Jane/ })).toBeVisible();
});

test('if the engine crashes before it answers, the text stays in the composer, and the next press sends it once', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const row = (name: string): Locator => connected.row(`${name} Rivera`);
  const iris = await service.createLead('Iris');
  await page.getByRole('button', { name: /^All leads/ }).click();
  await answer(connected, 'Iris');
  await connected.runWhileEngineIsFrozen(async () => {
    await page.keyboard.type('I have the part in the van.');
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.press('Control+Shift+Enter');
  }, true);
  await expect(getComposer(page, 'Iris')).toHaveValue('I have the part in the van.');
  await expect(page.locator('[data-bar="engine"]')).toHaveCount(0);
  await expect(row('Iris').locator('[data-mark="draft"]')).toBeVisible();
  await page.keyboard.press('Control+Shift+Enter');
  await expect(getComposer(page, 'Iris')).toHaveValue('');
  await expect
    .poll(() => service.listTexts(iris, 'Business'), { timeout: 30_000 })
    .toEqual(['I have the part in the van.']);
  await expect(page.locator('[data-message-state]')).toHaveCount(1);
});
