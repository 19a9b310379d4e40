/** The main job: a customer asks, the professional replies, the customer gets the reply. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';

test('connecting by the code flow leads from the profile to the inbox, on accessible screens', async ({
  start,
  browser_,
}) => {
  const hearthline = await start();
  const { page } = hearthline;
  await hearthline.waitForScreen('connect');
  await expect(page.getByText('Test marketplace')).toBeVisible();
  await look(hearthline, 'connect-profile');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Continue in your browser')).toBeVisible();
  await look(hearthline, 'connect-waiting');
  // The page was closed by mistake and is opened again.
  const opened = await browser_.takeAddress();
  await page.getByRole('button', { name: 'Open the browser again' }).click();
  expect(await browser_.takeAddress()).toBe(opened);
  await page.getByRole('button', { name: 'Open the browser again' }).click();
  const shown = await browser_.agree();
  expect(shown).toContain('return to Hearthline');
  await hearthline.waitForScreen('inbox');
  await expect(
    page.getByText('No leads yet').or(page.getByText('Everyone has a reply')),
  ).toBeVisible();
  await look(hearthline, 'inbox-empty');
  expect(hearthline.complaints).toEqual([]);

  // A reload shows the inbox, not the finished connecting.
  await page.reload();
  await hearthline.waitForScreen('inbox');
});

test('a denied consent is reported, a redirect with a wrong state connects nothing, and the right one still works', async ({
  start,
  browser_,
  service,
}) => {
  const hearthline = await start();
  const { page } = hearthline;
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await fetch(await browser_.decide('deny'));
  await expect(page.getByText('Not connected')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  const address = await browser_.decide('allow');
  const back = new URL(address);
  const right = back.searchParams.get('state') ?? '';
  back.searchParams.set(
    'state',
    right.replace(/./, (first) => (first === 'A' ? 'B' : 'A')),
  );
  const refused = await fetch(back);
  expect(refused.status).toBe(400);
  expect(await refused.text()).not.toContain(right);
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'connect');
  await fetch(address);
  await hearthline.waitForScreen('inbox');
  const { tokens } = await service.control<{ tokens: { issued: number } }>('GET', '/stats');
  expect(tokens.issued).toBe(1);
});

test.describe('in one app', () => {
  test.describe.configure({ mode: 'default' });
  test.use({ sharesApp: true });

  test('a lead arrives by webhook and is answered, and the delivered copy of the reply appears once', async ({
    connected,
    service,
  }) => {
    const { page } = connected;
    const lead = await service.createLead('Nadia', 'The kitchen tap drips day and night.');
    await connected.row('Nadia Rivera').click();
    await expect(page.getByText('The kitchen tap drips day and night.').first()).toBeVisible();

    await connected.reply('Nadia Rivera', 'Good morning Nadia, I can come today at four.');
    await expect
      .poll(() => service.listTexts(lead, 'Business'))
      .toEqual(['Good morning Nadia, I can come today at four.']);
    await expect(page.locator('[data-message-state="sent"]')).toHaveCount(1);

    // The echo is delivered before the customer's next message.
    await service.customerWrites(lead, 'Four is perfect, thank you');
    const log = page.getByRole('log');
    await expect(log.getByText('Four is perfect, thank you')).toBeVisible();
    await expect(log.getByText('I can come today at four.')).toHaveCount(1);
  });

  test('undo restores the exact text and sends nothing', async ({ connected, service }) => {
    const { page } = connected;
    const lead = await service.createLead('Omar');
    await connected.row('Omar Rivera').click();
    const text = 'First line\n\n  second line, “quoted” – ¿vale?';
    await connected.setUndoSeconds(30);
    await connected.reply('Omar Rivera', text);
    // The toast covers no entry of the sidebar.
    const toast = page.getByRole('region', { name: 'What was just done' }).getByRole('listitem');
    const sidebar = page.getByRole('navigation', { name: 'Views and businesses' });
    const edges = await Promise.all([toast, sidebar].map((each) => each.first().boundingBox()));
    expect(edges[0]?.x).toBeGreaterThanOrEqual((edges[1]?.x ?? 0) + (edges[1]?.width ?? 0));
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(page.getByRole('textbox', { name: 'Reply to Omar Rivera' })).toHaveValue(text);
    await expect(page.locator('[data-message-state]')).toHaveCount(0);

    // Only the next reply arrives, so the first was really not sent.
    await connected.setUndoSeconds(5);
    await page.getByRole('textbox', { name: 'Reply to Omar Rivera' }).fill('Second thought');
    await page.keyboard.press('Control+Shift+Enter');
    await expect
      .poll(() => service.listTexts(lead, 'Business'), { timeout: 20_000 })
      .toEqual(['Second thought']);
  });

  test('messages that arrive before their lead, out of order and twice, make one complete lead', async ({
    connected,
    service,
  }) => {
    type Deliveries = { readonly data: readonly { readonly status: number | null }[] };
    const countReceived = async (): Promise<number> => {
      const { data } = await service.control<Deliveries>('GET', '/deliveries');
      return data.filter(({ status }) => status !== null).length;
    };
    const before = await countReceived();
    await service.control('POST', '/deliveries/policy', {
      duplicate: 1,
      reorderMs: 300,
      messageFirst: true,
    });
    const lead = await service.createLead('Priya', 'Two rooms to paint.');
    await service.customerWrites(lead, 'Could you start on Monday?');
    await service.customerWrites(lead, 'Or on Tuesday?');
    // The lead and both messages, twice each.
    await expect.poll(countReceived).toBe(before + 6);
    await expect(connected.row('Priya Rivera')).toHaveCount(1);
    await connected.row('Priya Rivera').click();
    const log = connected.page.getByRole('log');
    await expect(log.getByText('Or on Tuesday?')).toHaveCount(1);
    await expect(log.getByText('Could you start on Monday?')).toHaveCount(1);
    await expect(connected.page.getByText('Two rooms to paint.').first()).toBeVisible();
  });

  test('a connected profile is replaced only after a question, and another account shows its user', async ({
    connected,
    service,
  }) => {
    const { page } = connected;
    await page.getByRole('button', { name: 'Connected' }).click();
    await page.getByRole('button', { name: 'Add another account' }).click();
    await connected.waitForScreen('connect');
    await expect(page.getByLabel('Email of the other account (optional)')).toBeVisible();
    await look(connected, 'connect-another');
    await page.getByRole('button', { name: 'Use another profile' }).click();
    await page.getByRole('button', { name: 'Paste its text instead' }).click();
    const profile = service.buildProfile();
    const changed = { ...profile, clientSecret: 'another-secret', scopes: ['offline_access'] };
    await page.getByLabel('Text of the profile').fill(JSON.stringify(changed));
    await page.getByRole('button', { name: 'Use this text' }).click();
    await expect(page.getByRole('heading', { name: /^Replace the profile of / })).toBeVisible();
    await expect(page.getByText('Client secret')).toBeVisible();
    await look(connected, 'connect-replace');
    await page.getByRole('button', { name: 'Keep the current one' }).click();
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  });
});

test('disconnecting removes the webhooks at the service and keeps the leads readable', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('Yara');
  await expect(connected.row('Yara Rivera')).toHaveCount(1);
  await expect.poll(() => service.countWebhooks()).toBe(1);
  await page.getByRole('button', { name: 'Connected' }).click();
  await connected.waitForScreen('connection');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Disconnected. You can still read your leads here.')).toBeVisible();

  await expect.poll(() => service.countWebhooks()).toBe(0);
  await page.getByRole('button', { name: /^All leads/ }).click();
  await expect(connected.row('Yara Rivera')).toHaveCount(1);
});
