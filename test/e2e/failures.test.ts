/** Failures lose nothing and send nothing twice (security rule 15). */
import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';
import type { Service } from './support/service.ts';

type Tokens = { readonly refreshed: number; readonly reused: number };

const readTokens = async (service: Service): Promise<Tokens> =>
  (await service.control<{ tokens: Tokens }>('GET', '/stats')).tokens;

test.describe('in one app', () => {
  test.describe.configure({ mode: 'default' });
  test.use({ sharesApp: true });

  test('a reply waits while the service is down, and is sent when it is back', async ({
    connected,
    service,
  }) => {
    const lead = await service.createLead('Quinn');
    await connected.row('Quinn Rivera').click();
    await service.stop();
    await connected.reply('Quinn Rivera', 'On my way at noon.');
    const bar = connected.page.locator('[data-bar="unreachable"]');
    await expect(bar).toContainText("Can't reach Test marketplace", { timeout: 20_000 });
    await expect(
      connected.page.getByRole('button', { name: "Can't reach Test marketplace" }),
    ).toBeVisible();
    await service.start();
    await expect
      .poll(() => service.listTexts(lead, 'Business'), { timeout: 40_000 })
      .toEqual(['On my way at noon.']);
    await expect(connected.page.locator('[data-message-state="sent"]')).toHaveCount(1);
  });

  test('a reply whose response is cut off is sent once', async ({ connected, service }) => {
    const lead = await service.createLead('Rosa');
    await connected.row('Rosa Rivera').click();
    await service.control('POST', '/faults', {
      match: { method: 'POST', path: `/api/v4/negotiations/${lead.negotiationID}/messages` },
      drop: 'after',
    });
    await connected.reply('Rosa Rivera', 'I have the part in the van.');
    await expect(connected.page.locator('[data-message-state="sent"]')).toHaveCount(1, {
      timeout: 40_000,
    });
    expect(await service.listTexts(lead, 'Business')).toEqual(['I have the part in the van.']);
  });

  test('after kill -9 of the engine, a waiting reply is sent once, and leads delivered meanwhile arrive', async ({
    connected,
    service,
  }) => {
    await service.control('POST', '/deliveries/policy', { retry: true });
    const lead = await service.createLead('Sven');
    await connected.row('Sven Rivera').click();
    await connected.reply('Sven Rivera', 'Thursday works.');
    const before = connected.findEnginePid();
    process.kill(before, 'SIGKILL');
    const during = await service.createLead('Tessa');
    await expect
      .poll(() => service.listTexts(lead, 'Business'), { timeout: 40_000 })
      .toEqual(['Thursday works.']);
    await expect(connected.row('Tessa Rivera')).toHaveCount(1, { timeout: 40_000 });
    expect(connected.findEnginePid()).not.toBe(before);
    expect(await service.listTexts(during, 'Business')).toEqual([]);
  });

  test('an expired access token is refreshed once, and the reply is sent', async ({
    connected,
    service,
  }) => {
    const lead = await service.createLead('Wanda');
    await connected.row('Wanda Rivera').click();
    const before = await readTokens(service);
    await service.control('POST', '/clock', { advanceSeconds: 3_700 });
    await connected.reply('Wanda Rivera', 'Still here.');
    await expect
      .poll(() => service.listTexts(lead, 'Business'), { timeout: 30_000 })
      .toEqual(['Still here.']);
    expect(await readTokens(service)).toMatchObject({
      refreshed: before.refreshed + 1,
      reused: before.reused,
    });
  });

  test('after the tokens are revoked, the app asks to reconnect and then sends the waiting reply', async ({
    connected,
    service,
    browser_,
  }) => {
    const lead = await service.createLead('Xenia');
    await connected.row('Xenia Rivera').click();
    await service.control('POST', '/tokens/revoke', {});
    await connected.reply('Xenia Rivera', 'Friday at nine.');
    const { page } = connected;
    await page.getByRole('button', { name: 'Reconnect' }).first().click();
    await browser_.agree();
    await expect
      .poll(() => service.listTexts(lead, 'Business'), { timeout: 40_000 })
      .toEqual(['Friday at nine.']);
    await connected.waitForScreen('inbox');
  });
});

test('after kill -9 of the app, a draft and a waiting reply are restored, and the reply is sent once', async ({
  connected,
  service,
  start,
}) => {
  const lead = await service.createLead('Uma');
  const other = await service.createLead('Viktor');
  await connected.row('Viktor Rivera').click();
  const composer = connected.page.getByRole('textbox', { name: 'Reply to Viktor Rivera' });
  await composer.fill('A draft that I have not finished');
  await expect(connected.row('Viktor Rivera').getByText('Draft')).toBeVisible();
  await connected.row('Uma Rivera').click();
  await connected.reply('Uma Rivera', 'See you tomorrow.');
  await connected.killAll();

  const again = await start();
  await again.waitForScreen('inbox');
  await again.row('Viktor Rivera').click();
  await expect(again.page.getByRole('textbox', { name: 'Reply to Viktor Rivera' })).toHaveValue(
    'A draft that I have not finished',
  );
  await expect
    .poll(() => service.listTexts(lead, 'Business'), { timeout: 40_000 })
    .toEqual(['See you tomorrow.']);
  await again.page.getByRole('button', { name: /^All leads/ }).click();
  await again.row('Uma Rivera').click();
  await expect(again.page.getByRole('log').getByText('See you tomorrow.')).toHaveCount(1);
  expect(await service.listTexts(other, 'Business')).toEqual([]);
});

test('sign-ins that cannot be decrypted are reported and set aside, and a reconnected account has its leads', async ({
  connected,
  start,
  service,
  browser_,
  place,
}) => {
  await service.createLead('Yusuf');
  await expect(connected.row('Yusuf Rivera')).toHaveCount(1);
  await connected.close();
  // As after a change of the keychain's key.
  writeFileSync(join(place, 'app/vault.bin'), randomBytes(400));

  const again = await start();
  await again.waitForScreen('inbox');
  const bar = again.page.locator('[data-bar="sign-ins"]');
  await expect(bar).toContainText('Your leads are all here.');
  await look(again, 'sign-ins-lost');
  await bar.getByRole('button', { name: 'Connect again' }).click();
  await again.waitForScreen('connect');
  expect(readdirSync(join(place, 'app')).join()).toContain('vault.bin.unreadable-');
  await again.connect(browser_);
  await expect(bar).toHaveCount(0);
  await again.row('Yusuf Rivera').click();
  await expect(again.page.getByRole('log').getByText('The kitchen tap drips.')).toBeVisible();
});
