/** Restrictions of a page in our window (security rules 1 to 6), tried for real. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/fixtures.ts';

type Invoke = (command: unknown, input: unknown) => Promise<string>;

/** Requests the app's identity like our page. */
const askWho = async (): Promise<unknown> => {
  const { hearthline } = globalThis as unknown as { hearthline: { invoke: Invoke } };
  return JSON.parse(await hearthline.invoke('shell.info', {}));
};

test.describe('in a connected app', () => {
  test.describe.configure({ mode: 'default' });
  test.use({ sharesApp: true });

  test('the window is locked: no Node, no navigation, no other windows, no permissions, no network', async ({
    connected,
    service,
  }) => {
    const { app, page } = connected;

    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      const contents = window?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
      };
      return contents.getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });

    const tried = await page.evaluate(async (address) => {
      const refused = (work: () => Promise<unknown>) =>
        work().then(
          () => 'allowed',
          () => 'refused',
        );
      const globals = globalThis as unknown as Record<string, unknown>;
      const asked = [
        'camera',
        'microphone',
        'geolocation',
        'midi',
        'clipboard-read',
        'notifications',
      ];
      const permissions = asked.map(async (name) => {
        const { state } = await navigator.permissions.query({ name: name as PermissionName });
        return [name, state] as const;
      });
      return {
        permissions: Object.fromEntries(await Promise.all(permissions)),
        node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globals),
        bridge: Object.keys(globals['hearthline'] as object).sort(),
        opened: globalThis.open(address) === null,
        fetched: await refused(() => fetch(address)),
        script: await refused(() => import(/* @vite-ignore */ `${address}/evil.js`)),
        evaluated: await refused(async () => (0, eval)('1') as unknown),
        camera: await refused(() => navigator.mediaDevices.getUserMedia({ video: true })),
        place: await refused(
          () => new Promise((done, fail) => navigator.geolocation.getCurrentPosition(done, fail)),
        ),
      };
    }, service.ready.baseUrl);
    expect(tried).toEqual({
      permissions: {
        camera: 'denied',
        microphone: 'denied',
        geolocation: 'denied',
        midi: 'denied',
        'clipboard-read': 'denied',
        notifications: 'granted',
      },
      node: [],
      bridge: ['invoke', 'on'],
      opened: true,
      fetched: 'refused',
      script: 'refused',
      evaluated: 'refused',
      camera: 'refused',
      place: 'refused',
    });

    // A request that passes the page's policy is stopped by the session.
    const asked = await app.evaluate(
      ({ session }, address) =>
        session.defaultSession.fetch(address).then(
          () => 'allowed',
          (thrown: unknown) => String(thrown),
        ),
      service.ready.baseUrl,
    );
    expect(asked).toContain('ERR_BLOCKED_BY_CLIENT');

    // Main is asked for the window's address: Playwright itself would wait for the navigation.
    await page.evaluate((address) => location.assign(address), service.ready.baseUrl);
    await page.evaluate(() => location.assign('file:///etc/passwd'));
    const shown = await app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const screen: unknown = await contents?.executeJavaScript(
        'document.documentElement.dataset.ready',
      );
      return { address: contents?.getURL(), screen };
    });
    expect(shown).toEqual({ address: 'app://hearthline/', screen: 'inbox' });
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    // The page reports what was refused.
    expect(connected.complaints.splice(0)).not.toEqual([]);
  });

  test('a file, a link or a page dropped on the window opens nothing and runs nothing', async ({
    connected,
    place,
    service,
  }) => {
    const { app, page } = connected;
    const file = join(place, 'dropped.html');
    writeFileSync(file, '<title>dropped</title><script>document.title = "ran"</script>');
    const link = service.ready.baseUrl;
    const dropped = [
      { items: [], files: [file] },
      { items: [{ mimeType: 'text/uri-list', data: link }], files: [] },
      { items: [{ mimeType: 'text/uri-list', data: `file://${file}` }], files: [] },
      {
        items: [{ mimeType: 'text/html', data: '<img src=x onerror="document.title=1">' }],
        files: [],
      },
    ];
    const session = await page.context().newCDPSession(page);
    for (const each of dropped) {
      const data = { ...each, dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data });
    }
    const shown = await app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows().map(({ webContents }) => webContents);
      const title: unknown = await contents[0]?.executeJavaScript('document.title');
      return { addresses: contents.map((each) => each.getURL()), title };
    });
    expect(shown).toEqual({ addresses: ['app://hearthline/'], title: 'Hearthline' });
  });

  test('invalid calls are rejected without internal details', async ({ connected }) => {
    const answers = await connected.page.evaluate(async () => {
      const { invoke } = (globalThis as unknown as { hearthline: { invoke: Invoke } }).hearthline;
      const answers = await Promise.all([
        invoke('no.such.command', {}),
        invoke('__proto__', {}),
        invoke('leads.list', { view: 'all', limit: 1, more: true }),
        invoke('leads.get', { leadID: 'x'.repeat(10_000_000) }),
        invoke('shell.openLink', { url: 'file:///etc/passwd' }),
        invoke('leads.get', { leadID: '12345' }),
      ]);
      return answers.map((json): unknown => JSON.parse(json));
    });
    expect(answers).toMatchObject(
      [
        'unknown_command',
        'unknown_command',
        'invalid_input',
        'invalid_input',
        'invalid_input',
        'not_found',
      ].map((code) => ({ ok: false, error: { code } })),
    );
    expect(JSON.stringify(answers)).not.toMatch(/Error|stack|\/(home|root|tmp|work)\b/);
  });

  test('calls from a page of another origin in our window are ignored', async ({ connected }) => {
    // Main itself loads the foreign page: no page could do that.
    await connected.app.evaluate(async ({ BrowserWindow }) => {
      await BrowserWindow.getAllWindows()[0]?.loadURL('data:text/html,<title>stranger</title>');
    });
    await connected.page.waitForURL(/^data:/);
    const answer = await connected.page.evaluate(askWho);
    expect(answer).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    await connected.app.evaluate(async ({ BrowserWindow }) => {
      await BrowserWindow.getAllWindows()[0]?.loadURL('app://hearthline/');
    });
  });
});

test('an empty page in the window is replaced by ours at once', async ({ start }) => {
  const hearthline = await start(['--welcome']);
  await hearthline.waitForScreen('welcome');
  expect(await hearthline.page.evaluate(() => globalThis.open('about:blank') === null)).toBe(true);
  await hearthline.page.evaluate(() => {
    Object.assign(globalThis, { isTheFirst: true });
    location.assign('about:blank');
  });
  await expect
    .poll(() => hearthline.page.evaluate(() => 'isTheFirst' in globalThis).catch(() => true))
    .toBe(false);
  await hearthline.waitForScreen('welcome');
  await expect(hearthline.page).toHaveURL('app://hearthline/');
  await expect(hearthline.page.locator('h1')).toHaveText('Answer customers first');

  // If it stayed, it would have our page's origin; its calls are still ignored.
  await hearthline.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.removeAllListeners('did-navigate');
  });
  await hearthline.page.evaluate(() => location.assign('about:blank'));
  await hearthline.page.waitForURL('about:blank');
  expect(await hearthline.page.evaluate(askWho)).toMatchObject({ error: { code: 'forbidden' } });
});

test('the data folder is readable by its owner only, even files that were there before', async ({
  start,
  place,
}) => {
  const folder = join(place, 'app');
  mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, 'logs/main.1.log'), '', { mode: 0o644 });
  writeFileSync(join(folder, 'window.json'), '{}', { mode: 0o644 });
  const hearthline = await start(['--welcome']);
  await hearthline.waitForScreen('welcome');
  await expect.poll(() => existsSync(join(folder, 'leads.db-shm'))).toBe(true);
  await expect.poll(() => readdirSync(join(folder, 'logs')).length).toBeGreaterThan(1);
  const kept = ['', 'window.json', 'leads.db', 'leads.db-wal', 'leads.db-shm', 'logs'];
  const logs = readdirSync(join(folder, 'logs')).map((name) => join('logs', name));
  const mode = (name: string): number => statSync(join(folder, name)).mode & 0o777;
  const open = [...kept, ...logs].filter((name) => (mode(name) & 0o077) !== 0);
  expect({ open, logs: logs.length > 1 }).toEqual({ open: [], logs: true });
});

test('an invalid profile is explained on the screen, with the wrong field', async ({
  start,
  service,
  place,
}) => {
  const file = join(place, 'wrong.json');
  writeFileSync(
    file,
    JSON.stringify({ ...service.buildProfile(), tokenUrl: 'http://example.com/token' }),
  );
  const hearthline = await start([`--profile=${file}`]);
  await hearthline.waitForScreen('connect');
  await expect(hearthline.page.getByText(/tokenUrl/)).toBeVisible();
});
