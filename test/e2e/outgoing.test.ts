/** Outgoing replies and their problems: the toast, undo, the Outgoing view, and each state of a reply. */
import type { Page } from '@playwright/test';
import { readClipboard } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { usualSize, type Hearthline } from './support/hearthline.ts';
import { look, takePicture } from './support/look.ts';
import type { Service } from './support/service.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

const getToast = (page: Page) =>
  page.getByRole('region', { name: 'What was just done' }).getByRole('listitem');

const replyTo = async (app: Hearthline, name: string, text: string): Promise<void> => {
  await app.page.getByRole('button', { name: /^All leads/ }).click();
  await app.row(name).click();
  await app.reply(name, text);
};

const failNext = (service: Service, fault: Readonly<Record<string, unknown>>): Promise<unknown> =>
  service.control('POST', '/faults', {
    match: { method: 'POST', path: '/api/v4/negotiations' },
    ...fault,
  });

test('Ctrl+Z in the composer that opened after sending undoes the reply, and the toast names that key', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await connected.setUndoSeconds(30);
  await service.createLead('Petra');
  await service.createLead('Dina');
  await page.getByRole('button', { name: /^Needs reply/ }).click();
  await expect(connected.row('Dina Rivera')).toBeVisible();
  await connected.row('Petra Rivera').click();
  const petra = page.getByRole('textbox', { name: 'Reply to Petra Rivera' });
  await petra.fill('Nine works for me.');
  await petra.press('Control+Enter');
  const next = page.locator('textarea#composer:not([aria-label="Reply to Petra Rivera"])');
  await expect(next).toBeFocused();
  await expect(getToast(page).getByRole('button', { name: 'Undo' })).toContainText('Ctrl+Z');
  await page.keyboard.press('x');
  await expect(getToast(page).locator('kbd')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(next).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(getToast(page).locator('kbd')).toHaveText('Z');
  await page.keyboard.press('r');
  await expect(next).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  await expect(petra).toHaveValue('Nine works for me.');
  await petra.press('Control+Enter');
  await expect(next).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(petra).toHaveValue('Nine works for me.');
  await petra.fill('');
  await page.keyboard.press('Escape');
});

test('replies about to be sent are named one at a time, counted and listed; Z undoes the latest action, then the one before', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await connected.setUndoSeconds(30);
  const [ann, bob] = [await service.createLead('Ann'), await service.createLead('Bob')];
  await replyTo(connected, 'Ann Rivera', 'Nine works for me.');
  await expect(getToast(page)).toContainText(/Reply to Ann Rivera sends in \d+\ss/);
  await replyTo(connected, 'Bob Rivera', 'I can come at noon.');
  await expect(getToast(page)).toContainText(/Reply to Bob Rivera sends in \d+\ss/);
  await look(connected, 'toast-sending');
  await getToast(page).getByRole('button', { name: '+1 more' }).click();
  await expect(connected.row('Ann Rivera')).toContainText('Nine works for me.');
  await expect(connected.row('Ann Rivera')).toContainText(/Sends in \d+ s/);
  await look(connected, 'outgoing');

  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  const composer = page.getByRole('textbox', { name: 'Reply to Bob Rivera' });
  await expect(composer).toHaveValue('I can come at noon.');
  await composer.press('z');
  await expect(composer).toHaveValue('I can come at noon.z');
  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  await expect(page.getByRole('textbox', { name: 'Reply to Ann Rivera' })).toHaveValue(
    'Nine works for me.',
  );
  await expect(getToast(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^Outgoing/ }).click();
  await page.getByRole('textbox', { name: 'Reply to Ann Rivera' }).press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByText('All replies sent')).toBeVisible();
  await look(connected, 'outgoing-empty');
  expect(await service.listTexts(ann, 'Business')).toEqual([]);
  expect(await service.listTexts(bob, 'Business')).toEqual([]);
});

test('an archived lead is named, and Z restores it', async ({ connected, service }) => {
  const { page } = connected;
  await service.createLead('Cleo');
  await page.getByRole('button', { name: /^All leads/ }).click();
  await connected.row('Cleo Rivera').click();
  await page.keyboard.press('Escape');
  await connected.row('Cleo Rivera').click();
  await expect(page.getByRole('log', { name: /Cleo/ })).toBeVisible();
  await page.locator('#lead-list').focus();
  await page.keyboard.press('e');
  await expect(getToast(page)).toContainText('Archived Cleo Rivera');
  await look(connected, 'toast-archived');
  await page.keyboard.press('z');
  await expect(connected.row('Cleo Rivera')).toHaveAttribute('aria-selected', 'true');
});

test('in a narrow window the toast is above the composer', async ({ connected, service }) => {
  const { page } = connected;
  await connected.setUndoSeconds(30);
  await service.createLead('Hal');
  await replyTo(connected, 'Hal Rivera', 'See you then.');
  await connected.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setMinimumSize(600, 400);
  });
  await connected.resize({ width: 760, height: 700 });
  const composer = page.getByRole('textbox', { name: 'Reply to Hal Rivera' });
  const isAbove = async (): Promise<boolean> => {
    const [toast, field] = [await getToast(page).boundingBox(), await composer.boundingBox()];
    return toast !== null && field !== null && toast.y + toast.height <= field.y;
  };
  await expect.poll(isAbove).toBe(true);
  await takePicture(page, 'toast-narrow');
  await connected.resize(usualSize);
  const list = page.getByRole('listbox', { name: 'Leads' });
  await expect(list).toBeVisible();
  await composer.press('Escape');
  await expect(list).toBeFocused();
  await page.keyboard.press('z');
  await expect(composer).toHaveValue('See you then.');
});

test('a refused reply shows the marketplace’s reason and can be edited', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Dora');
  await failNext(service, { status: 400 });
  await replyTo(connected, 'Dora Rivera', 'Call me at five.');
  const problem = page.locator('[data-message-state]').last();
  await expect(problem).toHaveAttribute('data-message-state', 'failed');
  await expect(problem).toContainText('A fault of the sandbox failed this request.');
  const trace = /Trace ID: (\S+)/.exec(await problem.innerText())?.[1];
  await problem.getByRole('button', { name: 'Copy the trace ID' }).click();
  await expect.poll(() => readClipboard(connected.app)).toBe(trace);
  await look(connected, 'reply-refused');
  await page.getByRole('button', { name: /^Outgoing/ }).click();
  await expect(connected.row('Dora Rivera')).toContainText('Not sent');
  await look(connected, 'outgoing-refused');
  await expect(page.getByText('Not sent to Dora Rivera.')).toBeHidden();
  await page.getByRole('button', { name: 'Connected', exact: true }).click();
  const bar = page.locator('[data-bar="not-sent"]');
  await expect(bar).toContainText(
    'Not sent to Dora Rivera. A fault of the sandbox failed this request.',
  );
  await bar.getByRole('button', { name: 'Open' }).click();
  await expect(bar).toBeHidden();
  await problem.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Reply to Dora Rivera' })).toHaveValue(
    'Call me at five.',
  );
});

test('too many requests are not shown as a lost connection', async ({ connected, service }) => {
  const { page } = connected;
  const lead = await service.createLead('Emil');
  await failNext(service, { status: 429, headers: { 'retry-after': '20' } });
  await replyTo(connected, 'Emil Rivera', 'On my way.');
  const slowed = page.getByText(/The marketplace asked us to slow down; next try in \d+ s/);
  await expect(slowed).toBeVisible();
  await connected.resize({ width: 1280, height: 800 });
  const height = await slowed.evaluate((line) => line.getBoundingClientRect().height);
  expect(height, 'one line').toBeLessThan(24);
  const readSecondsLeft = async () => Number(/in (\d+) s/.exec(await slowed.innerText())?.[1]);
  const first = await readSecondsLeft();
  await expect.poll(readSecondsLeft).toBeLessThan(first);
  await look(connected, 'reply-slowed-down');
  await expect
    .poll(() => service.listTexts(lead, 'Business'), { timeout: 60_000 })
    .toEqual(['On my way.']);
});

test('a reply can be scheduled, and is held back if the customer writes first', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const lead = await service.createLead('Gil');
  await page.getByRole('button', { name: /^All leads/ }).click();
  await connected.row('Gil Rivera').click();
  await page.getByRole('textbox', { name: 'Reply to Gil Rivera' }).fill('Still interested?');
  await page.getByRole('button', { name: 'Other ways to send' }).click();
  await page.getByRole('menuitem', { name: 'Send later…' }).click();
  await expect(page.getByRole('dialog')).toContainText('Tomorrow');
  await look(connected, 'send-later');
  await page.getByRole('radio', { name: 'Pick a date and time' }).check();
  await page.getByLabel('Pick a date and time').last().fill('2020-01-01T08:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByRole('alert')).toHaveText('That time has passed. Pick a later one.');
  await look(connected, 'send-later-past');
  await page.getByRole('radio', { name: 'Tomorrow' }).check();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(getToast(page)).toContainText(/Reply to Gil Rivera scheduled for .*\d:\d\d [AP]M/);
  await expect(page.getByText(/Sends .* unless the customer writes first/)).toBeVisible();
  await page.getByRole('button', { name: /^Outgoing/ }).click();
  await expect(connected.row('Gil Rivera')).toContainText(/Sends .*8:00/);
  await look(connected, 'reply-scheduled');
  await service.control('POST', `/leads/${lead.negotiationID}/messages`, { text: 'Yes, please!' });
  await expect(page.locator('[data-message-state="failed"]')).toContainText('Held back');
  await look(connected, 'reply-held-back');
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => service.listTexts(lead, 'Business')).toEqual(['Still interested?']);
});

test.describe('with a marketplace that stops', () => {
  test.use({ sharesApp: false });

  test('a reply that is not confirmed for a long time says so, and can be discarded and restored', async ({
    connected,
    service,
  }) => {
    test.setTimeout(120_000);
    const { page } = connected;
    const lead = await service.createLead('Fay');
    await failNext(service, { drop: 'after' });
    // Neither a webhook nor the first poll brings it before the marketplace stops.
    await service.control('POST', '/deliveries/policy', { delayMs: 120_000 });
    await service.control('POST', '/faults', {
      match: { method: 'GET', path: `/api/v4/negotiations/${lead.negotiationID}/messages` },
      status: 503,
      times: 50,
    });
    await replyTo(connected, 'Fay Rivera', 'Monday is fine.');
    await expect(page.getByText('Checking whether it arrived')).toBeVisible();
    await service.stop();
    const mark = connected.row('Fay Rivera').locator('[data-mark]');
    await expect(mark).toHaveText('Sending…');
    await look(connected, 'reply-checking');
    await expect(connected.row('Fay Rivera')).toContainText('Not confirmed', { timeout: 60_000 });
    await look(connected, 'reply-not-confirmed');
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('The customer may get it twice.')).toBeVisible();
    await look(connected, 'reply-send-again');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(getToast(page)).toContainText('Discarded the reply to Fay Rivera');
    await page.locator('#lead-list').press('z');
    await expect(page.getByRole('textbox', { name: 'Reply to Fay Rivera' })).toHaveValue(
      'Monday is fine.',
    );
  });
});
