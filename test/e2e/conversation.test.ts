/** A conversation opens at its first unread message, or else at the newest. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';
import type { Hearthline } from './support/hearthline.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

const open = async ({ page, row }: Pick<Hearthline, 'page' | 'row'>, name: string) => {
  await row(name).click();
  await expect(page.getByRole('log', { name: new RegExp(name) })).toBeVisible();
};

// First, because an emergency of another test could be between its leads.
test('a request or an unread message taller than the pane opens at its top and stays there', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const row = connected.row.bind(connected);
  const log = page.getByRole('log');
  const story = Array.from({ length: 200 }, (_, line) => `Line ${line + 1} of a long story.`);
  const heading = log.getByRole('article', { name: 'Request' }).getByRole('heading');
  const line = log.getByText('New', { exact: true });
  const isRead = (name: string) =>
    expect(row(name)).toHaveAttribute('data-unread', 'false', { timeout: 10_000 });

  await service.createLead('Yuri');
  await expect(page.getByRole('log', { name: /Yuri/ })).toBeVisible();
  const clicked = await service.createLead('Xena', story.join(' '));
  await expect(row('Xena')).toBeVisible();
  await service.createLead('Wes', story.join(' '));
  await expect(row('Wes')).toBeVisible();

  await open({ page, row }, 'Xena');
  await isRead('Xena');
  await expect(heading).toBeInViewport();
  await page.keyboard.press('j');
  await expect(page.getByRole('log', { name: /Wes/ })).toBeVisible();
  await isRead('Wes');
  await expect(heading).toBeInViewport();

  await open({ page, row }, 'Xena');
  await service.customerWrites(clicked, 'Did you get my request?');
  await expect(log.getByText('Did you get my request?')).toBeAttached();
  await isRead('Xena');
  await expect(heading).toBeInViewport();

  await open({ page, row }, 'Yuri');
  await service.customerWrites(clicked, story.toReversed().join(' '));
  await connected.waitForMessage('Xena', 'Line 200 of');
  await expect(row('Xena')).toHaveAttribute('data-unread', 'true');
  await open({ page, row }, 'Xena');
  await isRead('Xena');
  await expect(line).toBeInViewport();
});

test('a conversation opens at its request, later at the first unread message, and follows new ones', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const row = connected.row.bind(connected);
  const log = page.getByRole('log');
  const line = log.getByText('New', { exact: true });
  const text = (number: number) => log.getByText(`Message ${number}: the tap still drips.`);

  const short = await service.createLead('Viktor');
  await open({ page, row }, 'Viktor');
  const long = await service.createLead('Uma');
  await service.customerWritesMany(long, 1, 20);
  await connected.waitForMessage('Uma', 'Message 20:');
  await open({ page, row }, 'Uma');
  await expect(log.getByRole('article')).toBeInViewport();
  await expect(text(20)).not.toBeInViewport();
  await expect(line).toHaveCount(0);
  await expect(row('Uma')).toHaveAttribute('data-unread', 'false');
  await open({ page, row }, 'Viktor');
  await expect(row('Viktor')).toHaveAttribute('data-unread', 'false');

  await service.customerWritesMany(long, 21, 40);
  await connected.waitForMessage('Uma', 'Message 40:');
  await open({ page, row }, 'Uma');
  await expect(line).toBeInViewport();
  await expect(text(21)).toBeInViewport();
  await expect(text(40)).not.toBeInViewport();
  await look(connected, 'conversation-unread');
  await page.getByRole('button', { name: /^\d+ new messages$/ }).click();
  await expect(text(40)).toBeInViewport();
  await expect(page.getByRole('button', { name: /new messages|Jump to/ })).toHaveCount(0);
  await service.customerWritesMany(long, 41, 41);
  await expect(text(41)).toBeInViewport();
  const composer = page.getByRole('textbox', { name: 'Reply to Uma' });
  await composer.fill('I am on my way.');
  await composer.press('Control+Shift+Enter');
  await expect(log.getByText('I am on my way.')).toBeInViewport();

  await service.customerWritesMany(short, 1, 1);
  await connected.waitForMessage('Viktor', 'Message 1:');
  await open({ page, row }, 'Viktor');
  await expect(line).toBeInViewport();
  await service.customerWritesMany(short, 2, 12);
  await expect(text(12)).toBeInViewport();

  await page.getByRole('button', { name: /^All leads/ }).click();
  await open({ page, row }, 'Uma');
  await expect(log.getByText('I am on my way.')).toBeInViewport();
  await expect(line).toHaveCount(0);
});

test('a new note on a long request is scrolled to, and again from the details', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Otto');
  const story = Array.from({ length: 120 }, (_, line) => `Line ${line + 1} of a long story.`);
  await service.createLead('Nora', story.join(' '));
  const log = page.getByRole('log', { name: /Nora/ });
  const heading = log.getByRole('article', { name: 'Request' }).getByRole('heading');
  await connected.row('Nora').click();
  await expect(heading).toBeInViewport();
  // There is nothing new below, so no button leads there.
  await expect(page.getByRole('button', { name: /new message|Jump to/ })).toHaveCount(0);

  await page.keyboard.press('n');
  await page.keyboard.type('Gate code 4411.');
  await page.keyboard.press('Control+Enter');
  const note = log.getByRole('group', { name: 'Note' });
  await expect(note).toBeInViewport();

  await connected.row('Otto').click();
  await expect(page.getByRole('log', { name: /Otto/ })).toBeVisible();
  await connected.row('Nora').click();
  await expect(heading).toBeInViewport();
  await expect(note).not.toBeInViewport();
  const details = page.getByRole('complementary', { name: 'About this lead' });
  await look(connected, 'note-in-details');
  await details.getByRole('button', { name: /Gate code 4411/ }).click();
  await expect(note).toBeInViewport();

  await connected.row('Otto').click();
  await expect(page.getByRole('log', { name: /Otto/ })).toBeVisible();
  await connected.row('Nora').click();
  await expect(heading).toBeInViewport();
  await page.keyboard.press('n');
  await page.keyboard.type('Ring twice.');
  await page.keyboard.press('Control+Enter');
  await expect(note.filter({ hasText: 'Ring twice.' })).toBeInViewport();
});

test('what is read stays in place while the window changes its width', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const story = Array.from({ length: 120 }, (_, line) => `Line ${line + 1} of a long story.`);
  const lead = await service.createLead('Pia', story.join(' '));
  await service.customerWritesMany(lead, 1, 25);
  await connected.waitForMessage('Pia', 'Message 25:');
  await open({ page, row: connected.row.bind(connected) }, 'Pia');
  const read = page.getByRole('log').getByText('Message 3: the tap still drips.');
  await read.evaluate((message) => message.scrollIntoView({ block: 'start' }));
  const measureTop = async (): Promise<number> => (await read.boundingBox())?.y ?? Number.NaN;
  const before = await measureTop();
  for (const width of [1600, 1280]) {
    const wide = await page.evaluate(() => document.querySelector('[role=log]')?.clientWidth);
    await connected.resize({ width, height: 800 });
    await expect(page.getByRole('log')).not.toHaveJSProperty('clientWidth', wide);
    await expect.poll(measureTop).toBeCloseTo(before, -1);
  }
});
