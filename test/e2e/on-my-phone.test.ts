/** Channels of Settings > Notifications > On my phone, with a real ntfy server on this computer. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';
import { invoke } from './support/invoke.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

type Message = { readonly topic: string; readonly title?: string; readonly message: string };

/** ntfy's documented interface; `refuse` makes it answer with a status. */
const startNtfy = async () => {
  const messages: Message[] = [];
  let refused: number | null = null;
  const answer = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (refused !== null)
        return answer(response, refused, { code: 40301, http: refused, error: 'forbidden' });
      messages.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Message);
      return answer(response, 200, { id: 'x', event: 'message' });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    refuse: (status: number | null): void => void (refused = status),
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const openSettings = async (hearthline: Hearthline): Promise<Page> => {
  const { page } = hearthline;
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await hearthline.waitForScreen('settings');
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Notifications' })
    .click();
  return page;
};

/** Longer than messages are collected and looked after. */
const patience = { timeout: 30_000 };

test('a channel is added, tested, gets leads, shows what failed, and is switched off and removed', async ({
  connected,
  service,
}) => {
  const phone = await startNtfy();
  const page = await openSettings(connected);
  await expect(page.getByRole('button', { name: 'Add a channel' })).toBeEnabled();
  await expect(page.getByText('Notify me about')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a channel' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Topic' })).toHaveValue(/^hearthline-\w{16}$/);
  await look(connected, 'settings-channel-new');
  const server = dialog.getByRole('textbox', { name: 'Server' });
  await server.fill('http://ntfy.example');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(server).toBeFocused();
  await expect(dialog.getByText('The address must begin with https://')).toBeVisible();
  await server.fill(phone.address);
  await dialog.getByLabel('Access token (optional)').fill('tk_canary_of_the_phone_7fa91c');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My phone');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  const row = page.getByRole('group', { name: 'My phone' });
  await row.getByRole('button', { name: 'Send a test to My phone' }).click();
  await expect(row.getByRole('status')).toHaveText(/^The test arrived in [\d.]+ s$/);
  expect(phone.messages).toHaveLength(1);
  await look(connected, 'settings-on-my-phone');

  await service.createLead('Wilma');
  await expect.poll(() => phone.messages.length, patience).toBe(2);
  expect(phone.messages[1]?.title ?? phone.messages[1]?.message).toBe('A new lead is waiting');
  await page.getByLabel('Message says').selectOption('Name and first words');
  await expect(page.getByText('Whoever runs the channel can read them.')).toBeVisible();
  // Shown before it is stored; this change is stored after it.
  await connected.changeSettings({});
  await service.createLead('Xavier', 'The roof leaks.');
  await expect.poll(() => phone.messages.length, patience).toBe(3);
  expect(phone.messages[2]?.title).toBe('New lead · Xavier Rivera');
  expect(phone.messages[2]?.message).toContain('The roof leaks.');

  phone.refuse(403);
  await row.getByRole('button', { name: 'Send a test to My phone' }).click();
  await expect(row.getByRole('status')).toHaveText(
    /refused the token or password\. \(403: forbidden\)$/,
  );
  await service.createLead('Yolanda');
  await page.keyboard.press('Escape');
  await openSettings(connected);
  await expect(row.getByText(/^Not sent, .*\(403: forbidden\)$/)).toBeVisible(patience);
  await look(connected, 'settings-on-my-phone-refused');
  phone.refuse(null);

  await row.getByRole('button', { name: 'Edit My phone' }).click();
  const token = dialog.getByLabel('Access token (optional)');
  await expect(token).toHaveValue('');
  await expect(token).toHaveAttribute('placeholder', 'Stored. Leave empty to keep it');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Van');
  await look(connected, 'settings-channel-edit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const van = page.getByRole('group', { name: 'Van' });
  await van.getByLabel('Send to Van').uncheck({ force: true });
  await expect(van.getByLabel('Send to Van')).not.toBeChecked();
  // Shown before it is stored: first main knows it, then the engine.
  const isOn = async (): Promise<boolean> => {
    const answer = await invoke(page, 'reach.channels', {});
    return !answer.ok || answer.value.channels.some(({ on }) => on);
  };
  await expect.poll(isOn).toBe(false);
  await connected.changeSettings({});
  await service.createLead('Zoe');
  await page.keyboard.press('Escape');
  await expect(connected.row('Zoe Rivera')).toBeVisible();
  expect(await invoke(page, 'reach.report', {})).toMatchObject({
    ok: true,
    value: { channels: [{ waiting: 0 }] },
  });

  await openSettings(connected);
  await van.getByRole('button', { name: 'Edit Van' }).click();
  await dialog.getByRole('button', { name: 'Remove channel' }).click();
  await expect(van).toHaveCount(0);
  await expect(page.getByText('Notify me about')).toHaveCount(0);
  expect(phone.messages).toHaveLength(3);
  phone.close();
});

test('news of quiet hours come as one message, once', async ({ connected, service }) => {
  const phone = await startNtfy();
  const page = await openSettings(connected);
  await page.getByRole('button', { name: 'Add a channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Server' }).fill(phone.address);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const quiet = page.getByLabel('Quiet hours', { exact: true });
  await quiet.check({ force: true });
  // From midnight to midnight, at whatever time this runs.
  await page.getByLabel('From', { exact: true }).fill('12 am');
  await page.getByLabel('To', { exact: true }).fill('12 am');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Notifications are quiet until \w+ 12:00/)).toBeVisible();
  for (const name of ['Ann', 'Bob']) await service.createLead(name);
  const row = page.getByRole('group', { name: 'ntfy' });
  await expect(row.getByText('2 notifications are waiting')).toBeVisible(patience);
  expect(phone.messages).toEqual([]);
  await quiet.uncheck({ force: true });
  const texts = (): readonly string[] => phone.messages.map(({ message }) => message);
  await expect.poll(texts, patience).toEqual(['2 new leads']);
  await expect(row.getByText(/^Last message: /)).toBeVisible();

  await service.createLead('Cleo');
  await expect.poll(texts, patience).toEqual(['2 new leads', 'A new lead is waiting']);
  await row.getByRole('button', { name: 'Edit ntfy' }).click();
  await dialog.getByRole('button', { name: 'Remove channel' }).click();
  await expect(row).toHaveCount(0);
  phone.close();
});

test('each kind of channel has its own fields', async ({ connected }) => {
  const page = await openSettings(connected);
  await page.getByRole('button', { name: 'Add a channel' }).click();
  const dialog = page.getByRole('dialog');
  const kind = dialog.getByLabel('Kind of channel');
  await kind.selectOption('Email');
  await expect(dialog.getByLabel('Port')).toHaveValue('465');
  await dialog.getByLabel('Encryption').selectOption('STARTTLS');
  await expect(dialog.getByLabel('Port')).toHaveValue('587');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Enter this')).toHaveCount(3);
  await look(connected, 'settings-channel-email');
  await kind.selectOption('Webhook');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await expect(dialog.getByLabel('Signing key')).toHaveValue(/^\w{40}$/);
  await look(connected, 'settings-channel-webhook');
  for (const [name, label] of [
    ['Pushover', 'User key'],
    ['Telegram bot', 'Chat ID'],
    ['Slack', 'Webhook address'],
    ['Discord', 'Webhook address'],
  ] as const) {
    await kind.selectOption(name);
    await expect(dialog.getByLabel(label)).toHaveValue('');
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});
