/**
 * Setting up a tunnel: a real OpenSSH server, and the marketplace delivering through it. cloudflared is not on
 * test machines; its stand-in is in test/integration/engine/tunnel.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sshd } from '../integration/engine/tunnel/sshd.ts';
import { openWebServer } from '../integration/engine/tunnel/web-server.ts';
import { expect, test as base } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look, takePicture } from './support/look.ts';
import { findFreePort } from '../ports.ts';

const test = base.extend<{ readonly host: Sshd }>({
  host: async ({ place }, use, { testId }) => {
    const host = new Sshd(join(place, `host-${testId}`));
    await host.start();
    await use(host);
    await host.kill();
  },
});
test.describe.configure({ mode: 'default' });
// Each test turns its tunnel off.
test.use({
  sharesApp: true,
  serviceOptions: ['--leads', '0', '--businesses', '1', '--list-negotiations'],
});

const openConnection = async (hearthline: Hearthline) => {
  await hearthline.page.getByRole('button', { name: 'Connected' }).click();
  await hearthline.waitForScreen('connection');
  const section = hearthline.page.getByRole('region', { name: 'Receiving from the internet' });
  await section.scrollIntoViewIfNeeded();
  return section;
};

const turnOff = async (hearthline: Hearthline): Promise<void> => {
  const { page } = hearthline;
  const section = page.getByRole('region', { name: 'Receiving from the internet' });
  if (!(await section.isVisible())) await openConnection(hearthline);
  await section.getByRole('button', { name: 'Turn off' }).click();
  await expect(section).toContainText(
    'Off. The marketplace runs on this computer and reaches it directly.',
  );
};

/** Checks the whole screen, and separately the section, which is longer than a small screen. */
const lookAt = async (hearthline: Hearthline, name: string): Promise<void> => {
  await look(hearthline, name);
  await takePicture(hearthline.page.locator('[data-tunnel]'), `${name}-section`);
};

test('a tunnel to the professional’s server is set up, checked, used, lost and restored', async ({
  connected,
  service,
  place,
  host,
}) => {
  test.setTimeout(180_000);
  const { page } = connected;
  const remotePort = await findFreePort();
  const address = `http://127.0.0.1:${remotePort}`;
  const section = await openConnection(connected);
  await expect(section).toContainText(
    'Off. The marketplace runs on this computer and reaches it directly.',
  );
  await lookAt(connected, 'tunnel-off');

  await section.getByRole('button', { name: 'Set up' }).click();
  await lookAt(connected, 'tunnel-form');
  await section.getByRole('radio', { name: 'My own public address' }).check();
  await section.getByRole('textbox', { name: 'Public address' }).fill('http://leads.example.com');
  await section.getByRole('button', { name: 'Start receiving' }).click();
  await expect(section).toContainText('The address must start with https.');
  await lookAt(connected, 'tunnel-form-address');
  await section.getByRole('radio', { name: 'cloudflared' }).check();
  await expect(section).toContainText('Not found on this computer.');
  await lookAt(connected, 'tunnel-form-cloudflared');

  await section.getByRole('radio', { name: 'My own server, by ssh' }).check();
  const fill = (label: string, text: string) =>
    section.getByRole('textbox', { name: label, exact: true }).fill(text);
  await fill('Server', '127.0.0.1');
  await fill('ssh port', String(host.port));
  await fill('User name', host.user);
  await fill('Port on the server', String(remotePort));
  await fill('Public address of the server', address);
  await fill('Key file', join(place, 'no-such-key'));
  await section.getByRole('button', { name: 'Start receiving' }).click();
  await expect(section).toContainText("This file doesn't exist.");
  await lookAt(connected, 'tunnel-form-ssh');
  await fill('Key file', host.key('allowed'));
  await section.getByRole('button', { name: 'Start receiving' }).click();

  const dialog = page.getByRole('dialog', { name: 'Is this your server?' });
  await expect(dialog).toContainText(host.fingerprint());
  await lookAt(connected, 'tunnel-key');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(section).toContainText("You haven't confirmed yet that this is your server.");
  await lookAt(connected, 'tunnel-unconfirmed');
  await section.getByRole('button', { name: 'See its key' }).click();
  await dialog.getByRole('button', { name: "It's the same, trust it" }).click();

  await expect(section).toContainText(/The test sent just now arrived in [\d,]+ ms\./);
  await expect(section).toContainText(address);
  await lookAt(connected, 'tunnel-up');
  const readRegistered = () => readFileSync(join(place, 'service.json'), 'utf8');
  await expect.poll(readRegistered).toContain(`${address}/hook/`);
  // The one for the earlier address is removed after that.
  await expect.poll(() => service.countWebhooks()).toBe(1);

  await host.kill();
  await expect(section.locator('[data-row="tunnel"]')).toContainText('Interrupted.');
  await expect(section.locator('[data-why="host_refused"]')).toBeVisible();
  await expect(section).toContainText('new leads arrive within about a minute');
  await section.getByRole('button', { name: 'Send a test' }).click();
  await expect(section).toContainText('nothing answers at the address');
  await lookAt(connected, 'tunnel-down');

  await section.getByRole('button', { name: 'Try now' }).click();
  await host.start();
  await expect(section.locator('[data-row="tunnel"]')).toHaveAttribute('data-tone', 'good', {
    timeout: 30_000,
  });
  await section.getByRole('button', { name: 'Send a test' }).click();
  await expect(section).toContainText(/arrived in [\d,]+ ms/);

  await service.createLead('Tunnel');
  await expect(page.locator('[data-row="webhooks"]')).toContainText('Last delivery');
  await page.getByRole('button', { name: /^All/ }).click();
  await expect(connected.row('Tunnel Rivera')).toBeVisible();
  await turnOff(connected);
});

test('a public address is set up, checked, used, and reported when it stops working', async ({
  connected,
  service,
  place,
}) => {
  const { page } = connected;
  const section = await openConnection(connected);
  await section.getByRole('button', { name: 'Set up' }).click();
  await section.getByRole('radio', { name: 'My own public address' }).check();
  const here = (await section.getByText(/^http:\/\/127\.0\.0\.1:\d+$/).textContent()) ?? '';
  const senders: (string | undefined)[] = [];
  const server = await openWebServer(Number(new URL(here).port), '/leads', 0, ({ headers }) => {
    senders.push(headers['user-agent']);
  });
  try {
    await section.getByRole('textbox', { name: 'Public address' }).fill(server.address);
    await section.getByRole('button', { name: 'Start receiving' }).click();
    await expect(section).toContainText(/The test sent just now arrived in [\d,]+ ms\./);
    await expect(section.locator('[data-row="address"]')).toContainText(server.address);
    await expect(section.locator('[data-row="tunnel"]')).toHaveAttribute('data-tone', 'good');
    await lookAt(connected, 'tunnel-address');
    const readRegistered = () => readFileSync(join(place, 'service.json'), 'utf8');
    await expect.poll(readRegistered).toContain(`${server.address}/hook/`);
    await expect.poll(() => service.countWebhooks()).toBe(1);
    await service.createLead('Webserver');
    // The test before has left a last delivery. Hearthline's own requests are the tests.
    await expect.poll(() => senders.some((sender) => sender !== 'Hearthline')).toBe(true);
    await expect(page.locator('[data-row="webhooks"]')).toContainText('Last delivery');
  } finally {
    server.close();
  }

  await section.getByRole('button', { name: 'Send a test' }).click();
  await expect(section).toContainText('nothing answers at the address');
  await expect(section.locator('[data-row="tunnel"]')).toContainText(
    "but tests don't come through",
  );
  await expect(section).toContainText('new leads arrive within about a minute');
  await expect(page.locator('[data-row="webhooks"]')).toContainText(
    "The marketplace can't reach this computer",
  );
  await lookAt(connected, 'tunnel-address-dead');
  await turnOff(connected);
});

test('a changed host key is not trusted until the professional confirms it', async ({
  connected,
  host,
}) => {
  const { page } = connected;
  const remotePort = await findFreePort();
  const section = await openConnection(connected);
  await section.getByRole('button', { name: 'Set up' }).click();
  await section.getByRole('radio', { name: 'My own server, by ssh' }).check();
  const fields = {
    Server: '127.0.0.1',
    'ssh port': String(host.port),
    'User name': host.user,
    'Key file': host.key('stranger'),
    'Port on the server': String(remotePort),
    'Public address of the server': `http://127.0.0.1:${remotePort}`,
  };
  for (const [name, text] of Object.entries(fields))
    await section.getByRole('textbox', { name, exact: true }).fill(text);
  await section.getByRole('button', { name: 'Start receiving' }).click();
  await page.getByRole('button', { name: "It's the same, trust it" }).click();
  await expect(section).toContainText("The server doesn't accept the key.");
  await lookAt(connected, 'tunnel-refused');

  await section.getByRole('button', { name: 'Change' }).click();
  await section.getByRole('textbox', { name: 'Key file' }).fill(host.key('allowed'));
  await section.getByRole('button', { name: 'Start receiving' }).click();
  await expect(section).toContainText(/arrived in [\d,]+ ms/);

  await host.kill();
  host.newHostKey();
  await host.start();
  await expect(section).toContainText(
    'The server shows a different key than the one you confirmed.',
    {
      timeout: 30_000,
    },
  );
  await section.getByRole('button', { name: 'See its key' }).click();
  const dialog = page.getByRole('dialog', { name: 'The server shows a different key' });
  await expect(dialog).toContainText(host.fingerprint());
  await lookAt(connected, 'tunnel-key-changed');
  await dialog.getByRole('button', { name: 'Trust the new key' }).click();
  await expect(section.locator('[data-row="tunnel"]')).toHaveAttribute('data-tone', 'good');
  await turnOff(connected);
});

test.describe('with sample leads', () => {
  test.use({ sharesApp: false });

  test('practice needs no tunnel', async ({ start }) => {
    const hearthline = await start([]);
    await hearthline.waitForScreen('inbox');
    const section = await openConnection(hearthline);
    await expect(section).toContainText('Not needed for sample leads.');
    await lookAt(hearthline, 'tunnel-practice');
  });
});
