/** The assistant that moves a legacy account to v4. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { Sshd } from '../integration/engine/tunnel/sshd.ts';
import type { Browser } from './support/browser.ts';
import { expect, test as base } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';
import type { Lead, Service } from './support/service.ts';
import { findFreePort } from '../ports.ts';
import { invoke } from './support/invoke.ts';

type Fixtures = {
  /** Starts the app with the legacy profile; a second call restarts it on the same data. */
  readonly open: () => Promise<Hearthline>;
  /** The app with a legacy account that the marketplace calls. */
  readonly legacy: Hearthline;
};

const test = base.extend<Fixtures>({
  open: async ({ place, service, start }, use) => {
    const profile = join(place, 'legacy.json');
    writeFileSync(profile, JSON.stringify(service.buildLegacyProfile()));
    await use(() => start([`--profile=${profile}`]));
  },
  legacy: async ({ service, open, browser_ }, use) => {
    const hearthline = await open();
    const { page } = hearthline;
    await hearthline.connect(browser_, service.ready.businesses[0]?.businessID);
    await page.getByRole('button', { name: /^(Connected|Discontinued|Needs attention)/ }).click();
    await page.getByRole('button', { name: 'New password' }).click();
    const getPartnerField = (name: string): Locator =>
      page
        .locator('[data-row="partner"] dt', { hasText: name })
        .locator('xpath=following-sibling::dd[1]')
        .locator('code');
    const password = await page.getByRole('dialog').locator('code').innerText();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await service.control('POST', '/partner', {
      baseUrl: await getPartnerField('Address').innerText(),
      username: await getPartnerField('Username').innerText(),
      password,
    });
    await page.getByRole('button', { name: /^All leads/ }).click();
    await hearthline.waitForScreen('inbox');
    await use(hearthline);
    expect(hearthline.complaints).toEqual([]);
  },
});

const createLeads = async (
  hearthline: Hearthline,
  service: Service,
  names: readonly string[],
): Promise<readonly Lead[]> => {
  const leads: Lead[] = [];
  for (const name of names) {
    leads.push(await service.createLead(name));
    await expect(hearthline.row(name)).toBeVisible();
  }
  return leads;
};

const step = (page: Page, name: string): Locator => page.locator(`[data-step="${name}"]`);

const openConnection = async (hearthline: Hearthline): Promise<void> => {
  await hearthline.page
    .getByRole('navigation')
    .getByRole('button', {
      name: /^(Connected|Discontinued|Not connected|Needs attention|Offline|Can't reach)/,
    })
    .click();
  await hearthline.waitForScreen('connection');
};

const openAssistant = async (hearthline: Hearthline): Promise<void> => {
  const { page } = hearthline;
  await openConnection(hearthline);
  await page.getByRole('button', { name: 'Move this account' }).click();
  await hearthline.waitForScreen('move');
};

const disconnect = async (page: Page): Promise<void> => {
  await expect(step(page, 'disconnect')).toHaveAttribute('data-state', 'now');
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(step(page, 'match')).toHaveAttribute('data-state', 'now');
};

const paste = async (page: Page, profile: unknown): Promise<void> => {
  const field = page.getByLabel('Text of the profile');
  if (!(await field.isVisible()))
    await page.getByRole('button', { name: 'Paste its text instead' }).click();
  await field.fill(JSON.stringify(profile));
  await page.getByRole('button', { name: 'Use this text' }).click();
};

const connect = async (page: Page, browser: Browser): Promise<void> => {
  await step(page, 'connect').getByRole('button', { name: 'Connect', exact: true }).click();
  await browser.agree();
  await expect(step(page, 'webhooks')).toHaveAttribute('data-state', 'done');
};

const openInbox = async (hearthline: Hearthline): Promise<void> => {
  await hearthline.page.getByRole('button', { name: /^All leads/ }).click();
  await hearthline.waitForScreen('inbox');
};

test('a legacy account moves to v4 step by step, with everything on its leads', async ({
  legacy,
  service,
  browser_,
}) => {
  test.setTimeout(240_000);
  const { page } = legacy;
  const [nadia, omar, priya, quinn] = await createLeads(legacy, service, [
    'Nadia',
    'Omar',
    'Priya',
    'Quinn',
  ]);
  if (!nadia || !omar || !priya || !quinn) throw new Error('the leads did not come');
  await legacy.row('Nadia').click();
  await legacy.reply('Nadia Rivera', 'On Monday at four.');
  await expect.poll(() => service.listTexts(nadia, 'Business')).toEqual(['On Monday at four.']);
  await page.getByRole('button', { name: 'Star', exact: true }).click();
  await legacy.row('Omar').click();
  await page.getByRole('textbox', { name: 'Reply to Omar Rivera' }).fill('Half a thought');
  await legacy.row('Quinn').click();

  // The new account is connected first; until then the old one keeps working.
  await openAssistant(legacy);
  await expect(step(page, 'profile')).toHaveAttribute('data-state', 'now');
  await look(legacy, 'move-1-profile');
  await paste(page, service.buildLegacyProfile());
  await expect(page.getByText('This profile is for the old interface.')).toBeVisible();
  await paste(page, { ...service.buildProfile(), environment: 'production' });
  await expect(page.getByText(/This profile is for another environment: Production/)).toBeVisible();
  await look(legacy, 'move-1-wrong-profile');
  await paste(page, service.buildProfile());
  await expect(step(page, 'connect')).toHaveAttribute('data-state', 'now');
  await expect(step(page, 'connect').getByRole('heading')).toBeFocused();
  await look(legacy, 'move-2-connect');

  await step(page, 'connect').getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Continue in your browser')).toBeVisible();
  await look(legacy, 'move-2-waiting');
  await (await fetch(await browser_.decide('deny'))).text();
  await expect(page.getByText("Hearthline wasn't allowed in the browser.")).toBeVisible();
  expect(await service.listTexts(nadia, 'Business')).toHaveLength(1);
  await look(legacy, 'move-2-denied');
  await page.getByRole('button', { name: 'Try again' }).click();
  await browser_.agree();
  await expect(step(page, 'webhooks')).toHaveAttribute('data-state', 'done');
  await expect(step(page, 'disconnect')).toHaveAttribute('data-state', 'now');
  await look(legacy, 'move-4-disconnect');
  await disconnect(page);

  // Other screens stay usable: a reply written now is sent once, from either account.
  await openInbox(legacy);
  await legacy.row('Priya').click();
  await page.getByRole('textbox', { name: 'Reply to Priya Rivera' }).fill('On my way.');
  await page.keyboard.press('Control+Shift+Enter');
  await openAssistant(legacy);
  await expect(page.getByText('4 leads of the old account')).toBeVisible();
  await look(legacy, 'move-5-match');

  await page.getByRole('button', { name: 'Move leads', exact: true }).click();
  await expect(page.locator('[data-summary]')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('[data-summary]')).toContainText('4 leads are now in the new account');
  await look(legacy, 'move-6-summary');

  await page.getByRole('button', { name: 'Open the inbox' }).click();
  await legacy.waitForScreen('inbox');
  for (const name of ['Nadia', 'Omar', 'Priya', 'Quinn'])
    await expect(legacy.row(name)).toHaveCount(1);
  await legacy.row('Nadia').click();
  await expect(page.getByRole('log').getByText('On Monday at four.')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Remove the star' })).toBeVisible();
  await legacy.row('Omar').click();
  await expect(page.getByRole('textbox', { name: 'Reply to Omar Rivera' })).toHaveValue(
    'Half a thought',
  );
  await legacy.row('Priya').click();
  await expect(page.locator('[data-message-state="sent"]')).toHaveCount(1);
  expect(await service.listTexts(priya, 'Business')).toEqual(['On my way.']);
  expect(await service.listTexts(nadia, 'Business')).toEqual(['On Monday at four.']);
  await look(legacy, 'move-7-inbox');
});

test('a move continues after the app was closed between steps, stopped, or killed while matching', async ({
  legacy,
  service,
  browser_,
  open,
}) => {
  test.setTimeout(240_000);
  const leads = await createLeads(legacy, service, ['Rosa', 'Sam', 'Tara', 'Uma', 'Yuri']);
  await legacy.row('Sam').click();
  await expect(legacy.page.getByRole('log', { name: /Sam/ })).toBeVisible();
  await legacy.page.getByRole('button', { name: 'Star', exact: true }).click();
  await openAssistant(legacy);
  await paste(legacy.page, service.buildProfile());
  await expect(step(legacy.page, 'connect')).toHaveAttribute('data-state', 'now');
  await legacy.close();

  let hearthline = await open();
  await hearthline.waitForScreen('inbox');
  await openAssistant(hearthline);
  // At first the webhook cannot be registered.
  await service.control('POST', '/faults', {
    match: { method: 'POST', path: '/v4/businesses' },
    status: 500,
    times: 1,
  });
  const connecting = step(hearthline.page, 'connect');
  await connecting.getByRole('button', { name: 'Connect', exact: true }).click();
  await browser_.agree();
  const webhooks = step(hearthline.page, 'webhooks');
  await expect(webhooks.locator('[data-webhook="failed"]')).toBeVisible();
  await look(hearthline, 'move-3-broken');
  await webhooks.getByRole('button', { name: 'Fix' }).click();
  await expect(webhooks).toHaveAttribute('data-state', 'done');
  // At first the service cannot be notified of the disconnection, which the next start remembers.
  await service.control('POST', '/faults', {
    match: { path: '/v2/disconnect-partner' },
    status: 503,
    times: 3,
  });
  await disconnect(hearthline.page);
  await expect(hearthline.page.getByText("Couldn't notify the marketplace.")).toBeVisible();
  await hearthline.close();

  hearthline = await open();
  await hearthline.waitForScreen('inbox');
  await openConnection(hearthline);
  const notNotified = hearthline.page.locator('[data-row="notNotified"]');
  await expect(notNotified).toBeVisible();
  await look(hearthline, 'legacy-account-untold');
  await openAssistant(hearthline);
  await expect(step(hearthline.page, 'match')).toHaveAttribute('data-state', 'now');
  await look(hearthline, 'move-5-untold');
  await notNotified.getByRole('button', { name: 'Try again' }).click();
  await expect(notNotified).toBeHidden();
  // The open conversation belongs to a lead that gets matched.
  await openInbox(hearthline);
  await hearthline.row('Sam').first().click();
  await openAssistant(hearthline);
  const delayLeads = async (): Promise<void> => {
    for (const { negotiationID } of leads.slice(0, 3))
      await service.control('POST', '/faults', {
        match: { method: 'GET', path: `/v4/negotiations/${negotiationID}` },
        delayMs: 10_000,
        times: 100,
      });
  };
  await delayLeads();
  await hearthline.page.getByRole('button', { name: 'Move leads', exact: true }).click();
  await expect(hearthline.page.locator('[data-counts]')).toContainText('2 moved');
  await look(hearthline, 'move-5-running');
  await hearthline.page.getByRole('button', { name: 'Stop' }).click();
  await service.control('POST', '/faults/clear');
  await expect(hearthline.page.getByText(/^Stopped/)).toBeVisible();
  await look(hearthline, 'move-5-stopped');
  await delayLeads();
  await hearthline.page.getByRole('button', { name: 'Resume' }).click();
  await expect(hearthline.page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await hearthline.killAll();
  await service.control('POST', '/faults/clear');

  await service.stop();
  hearthline = await open();
  await hearthline.waitForScreen('inbox');
  await openAssistant(hearthline);
  await expect(step(hearthline.page, 'match')).toHaveAttribute('data-state', 'now');
  await hearthline.page.getByRole('button', { name: 'Resume' }).click();
  await expect(step(hearthline.page, 'match')).toHaveAttribute('data-state', 'cannot', {
    timeout: 60_000,
  });
  await expect(hearthline.page.getByText("Can't reach the marketplace.")).toBeVisible();
  await look(hearthline, 'move-5-offline');
  await service.start();
  await hearthline.page.getByRole('button', { name: 'Resume' }).click();
  await expect(hearthline.page.locator('[data-summary]')).toBeVisible({ timeout: 60_000 });
  await expect(hearthline.page.locator('[data-summary]')).toContainText('5 leads are now');
  await openInbox(hearthline);
  for (const name of ['Rosa', 'Sam', 'Tara', 'Uma', 'Yuri'])
    await expect(hearthline.row(name)).toHaveCount(1);
  await hearthline.row('Sam').click();
  await expect(hearthline.page.getByRole('button', { name: 'Remove the star' })).toBeVisible();
  expect(hearthline.complaints).toEqual([]);
});

test('an open conversation stays open when its lead is merged, and the finished move is shown in Spanish', async ({
  legacy,
  service,
  browser_,
}) => {
  const { page } = legacy;
  await createLeads(legacy, service, ['Wanda']);
  await legacy.row('Wanda').click();
  await expect(page.getByRole('log').getByText('The kitchen tap drips.')).toBeVisible();
  await openAssistant(legacy);
  await paste(page, service.buildProfile());
  await connect(page, browser_);
  await disconnect(page);
  await page.getByRole('button', { name: 'Move leads', exact: true }).click();
  await openInbox(legacy);
  const isFinished = async (): Promise<boolean> => {
    const known = await invoke(page, 'connect.accounts', {});
    const from = known.ok && known.value.accounts.find((each) => each.interface === 'legacy');
    if (!from) return false;
    const answer = await invoke(page, 'move.get', { from: from.accountID });
    return answer.ok && typeof answer.value.move?.finishedAt === 'number';
  };
  await expect.poll(isFinished).toBe(true);
  await expect(legacy.row('Wanda')).toHaveCount(1);
  await expect(legacy.row('Wanda')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('log').getByText('The kitchen tap drips.')).toBeVisible();
  await legacy.reply('Wanda Rivera', 'By the new way.');
  await expect(page.locator('[data-message-state="sent"]')).toHaveCount(1);
  await expect(legacy.row('Wanda')).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Español').click();
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Conectado/ })
    .click();
  await expect(page.getByRole('button', { name: 'Ver el traslado' })).toBeVisible();
  await look(legacy, 'legacy-account-moved-es');
  await page.getByRole('button', { name: 'Ver el traslado' }).click();
  await expect(page.getByText('Traslado terminado')).toBeVisible();
  await look(legacy, 'move-6-summary-es');
});

test('a move can continue without webhooks while the tunnel is down, and reports that no new leads arrive', async ({
  legacy,
  service,
  browser_,
  place,
}) => {
  test.setTimeout(180_000);
  const { page } = legacy;
  await createLeads(legacy, service, ['Xenia']);
  const host = new Sshd(join(place, 'host'));
  await host.start();
  const remotePort = await findFreePort();
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^(Connected|Discontinued|Needs attention)/ })
    .click();
  const section = page.getByRole('region', { name: 'Receiving from the internet' });
  await section.getByRole('button', { name: 'Set up' }).click();
  await section.getByRole('radio', { name: 'My own server, by ssh' }).check();
  const fields = {
    Server: '127.0.0.1',
    'ssh port': String(host.port),
    'User name': host.user,
    'Key file': host.key('allowed'),
    'Port on the server': String(remotePort),
    'Public address of the server': `http://127.0.0.1:${remotePort}`,
  };
  for (const [name, text] of Object.entries(fields))
    await section.getByRole('textbox', { name, exact: true }).fill(text);
  await section.getByRole('button', { name: 'Start receiving' }).click();
  await page.getByRole('button', { name: "It's the same, trust it" }).click();
  await expect(section.locator('[data-row="tunnel"]')).toHaveAttribute('data-tone', 'good');
  await host.kill();
  await expect(section.locator('[data-row="tunnel"]')).toContainText('Interrupted.');

  await openAssistant(legacy);
  await paste(page, service.buildProfile());
  await step(page, 'connect').getByRole('button', { name: 'Connect', exact: true }).click();
  await browser_.agree();
  await expect(step(page, 'webhooks')).toHaveAttribute('data-state', 'cannot');
  await expect(page.getByText(/can't reach this computer yet/)).toBeVisible();
  await look(legacy, 'move-3-unreachable');
  await page.getByRole('button', { name: 'Set up a public address' }).click();
  await legacy.waitForScreen('connection');
  await expect(page.locator('#tunnel-title')).toBeInViewport();

  await page.getByRole('button', { name: 'Move this account' }).click();
  await page.getByRole('button', { name: 'Continue without' }).click();
  await disconnect(page);
  await page.getByRole('button', { name: 'Move leads', exact: true }).click();
  await expect(page.locator('[data-summary]')).toContainText('1 lead is now in the new account');
  await expect(page.locator('[data-summary]')).toContainText("New leads can't come in yet");
});
