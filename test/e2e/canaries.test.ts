/**
 * All secrets of a run are canaries (security rule 7): the app signs in, renews tokens, uses staging, exports,
 * backs up, gets its own secrets back from a hostile service, and every process crashes. Then no secret may be
 * in files, messages to the window, its memory, command lines, environments or output. The stage `secrets`
 * repeats the search in the files of all other tests.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { openEntry } from '../../main/vault/keychain-key.ts';
import { scan, readSecrets } from '../secrets/scan.ts';
import { chooseSavePath } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { isAlive, listDescendants } from '../processes.ts';
import type { Hearthline } from './support/hearthline.ts';
import { invoke as sendCommand } from './support/invoke.ts';
import type { Service } from './support/service.ts';

/** Sends a command from the page; the input need not be valid. */
const invoke = ({ page }: Hearthline, command: string, input: unknown = {}): Promise<unknown> =>
  sendCommand(page, command as 'connect.accounts', input as never);

/** Records every answer and event that main sends to the window. */
const tap = ({ app }: Hearthline): Promise<void> =>
  app.evaluate(({ ipcMain, BrowserWindow }) => {
    const messages: string[] = [];
    Object.assign(globalThis, { messages });
    type Handler = (...args: unknown[]) => Promise<Uint8Array>;
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })
      ._invokeHandlers;
    const answer = handlers.get('hearthline:invoke');
    handlers.set('hearthline:invoke', async (...args) => {
      const encoded = (await answer?.(...args)) ?? new Uint8Array();
      messages.push(new TextDecoder().decode(encoded));
      return encoded;
    });
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      const send = webContents.send.bind(webContents);
      webContents.send = (...args) => {
        messages.push(JSON.stringify(args));
        send(...args);
      };
    }
  });

const saveHeap = async ({ page }: Hearthline, file: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => appendFileSync(file, chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
};

/** Secrets of channels on the phone, as a source of the scan. */
const phone = {
  token: 'tk-canary-of-ntfy-5b1e77aa90c2',
  webhookToken: 'canary-in-an-address-c04f2d9e18',
  signingSecret: 'canary-of-a-signature-77d1c3b6ee',
  mailPassword: 'canary of a mailbox 41 9c 7e',
};

/** Adds channels whose server repeats everything that it gets, and sends a test to each. */
const useChannels = async (hearthline: Hearthline): Promise<{ readonly close: () => void }> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const got = [request.url, JSON.stringify(request.headers), Buffer.concat(chunks).toString()];
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: got.join(' ') }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  // Sent by main, because the page would remember what was typed.
  const save = (kind: string, fields: object): Promise<void> =>
    hearthline.app.evaluate(
      async ({ ipcMain, BrowserWindow }, channel) => {
        type Handler = (...args: unknown[]) => Promise<unknown>;
        const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })
          ._invokeHandlers;
        const { webContents } = BrowserWindow.getAllWindows()[0] ?? {};
        const event = { sender: webContents, senderFrame: webContents?.mainFrame };
        await handlers.get('hearthline:invoke')?.(event, 'reach.save', channel);
      },
      { channelID: null, name: kind, kind, fields },
    );
  await save('ntfy', { server: address, topic: 'leads', token: phone.token });
  await save('slack', { address: `${address}/services/${phone.webhookToken}` });
  await save('webhook', {
    address: `${address}/?t=${phone.webhookToken}`,
    key: phone.signingSecret,
  });
  await save('email', {
    ...{ to: 'a@b.test', from: 'a@b.test', host: '127.0.0.1', port: `${port}` },
    ...{ security: 'tls', username: 'pat', password: phone.mailPassword },
  });
  const { value } = (await invoke(hearthline, 'reach.channels')) as {
    value: { channels: readonly { channelID: string }[] };
  };
  expect(value.channels).toHaveLength(4);
  for (const { channelID } of value.channels)
    expect(await invoke(hearthline, 'reach.test', { channelID })).toMatchObject({
      ok: true,
      value: { failure: { what: expect.any(String) as unknown } },
    });
  return {
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Makes the service repeat all secrets in every field of its errors. */
const repeatSecrets = async (service: Service, secrets: readonly string[]): Promise<void> => {
  const text = secrets.join(' ');
  const body = { title: text, detail: text, error_description: text, message: text, traceID: 't' };
  for (const path of ['/v4/negotiations', '/v4/businesses', '/v4/users', '/v4/categories'])
    await service.control('POST', '/faults', {
      match: { path },
      times: 2,
      status: 400,
      body: { ...body, error: text },
    });
  await service.control('POST', '/faults', {
    match: { path: '/staging/v1/test/create-lead' },
    times: 1,
    status: 401,
    body,
  });
  await service.control('POST', '/faults', {
    match: { path: '/oauth2/token' },
    times: 1,
    status: 400,
    body: { ...body, error: 'invalid_scope' },
  });
};

const waitForEnd = (pid: number): Promise<void> =>
  expect.poll(() => isAlive(pid), { message: `${pid} ends` }).toBe(false);

test('no secret of a run is in anything that the app wrote, showed, remembered or printed while crashing', async ({
  start,
  service,
  browser_,
  place,
}) => {
  // Variables for the app itself must not reach its processes.
  const ofOthers = { ANOTHER_PROGRAM_PASSWORD: 'canary-of-another-program' };
  Object.assign(process.env, ofOthers);
  const hearthline = await start();
  const { app, page } = hearthline;
  await hearthline.waitForScreen('connect');
  await tap(hearthline);
  await hearthline.connect(browser_);
  const lead = await service.createLead('Wilma');
  await hearthline.row('Wilma').click();
  await hearthline.reply('Wilma', 'I can come on Tuesday.');
  await expect.poll(() => service.listTexts(lead, 'Business')).toHaveLength(1);

  const programs = listDescendants(hearthline.pid).filter(({ command }) =>
    command.includes('out/main/'),
  );
  expect(programs).not.toEqual([]);
  for (const { pid } of programs)
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('another-program');
  for (const name of Object.keys(ofOthers)) delete process.env[name];

  const [data, own] = [dirname(place), basename(place)];
  // The service saves its state within a second.
  await expect.poll(() => [...readSecrets(data, own).values()].join()).toMatch(/accessTokens/);
  const known = [...readSecrets(data, own).keys()];
  const key = await openEntry('Hearthline', join(place, 'app')).getPassword();
  expect(key).toHaveLength(44);
  writeFileSync(join(place, 'keychain.json'), JSON.stringify({ secret: key }));
  await repeatSecrets(service, known);
  const { accounts } = (
    (await invoke(hearthline, 'connect.accounts')) as {
      value: { accounts: readonly { accountID: string }[] };
    }
  ).value;
  const accountID = accounts[0]?.accountID ?? '';
  writeFileSync(join(place, 'channels.json'), JSON.stringify(phone));
  const channels = await useChannels(hearthline);
  // Every channel fails to send this lead.
  await service.createLead('Yves');
  await expect
    .poll(() => invoke(hearthline, 'reach.report'), { timeout: 30_000 })
    .toMatchObject({
      value: { channels: Array(4).fill({ failure: { what: expect.any(String) as unknown } }) },
    });
  await invoke(hearthline, 'staging.createLead', { accountID });
  await invoke(hearthline, 'lookup.run', {
    accountID,
    request: { kind: 'categories', searchQuery: 'tap' },
  });
  await invoke(hearthline, 'webhooks.list', { accountID });
  await hearthline.reply('Wilma', 'Or on Wednesday.');
  // The token has expired: the first renewal meets the fault, a later one succeeds.
  await service.control('POST', '/clock', { advanceSeconds: 3_700 });
  type Stats = { readonly tokens: { readonly refreshed: number } };
  await expect
    .poll(async () => {
      await invoke(hearthline, 'connection.check', { accountID });
      return (await service.control<Stats>('GET', '/stats')).tokens.refreshed;
    })
    .toBeGreaterThan(0);

  mkdirSync(join(place, 'kept'));
  for (const [name, command, input] of [
    ['leads.json', 'files.export', { question: { view: 'all' }, format: 'json' }],
    ['mine.hearthline-backup', 'files.backUp', {}],
  ] as const) {
    await chooseSavePath(app, join(place, 'kept', name));
    await invoke(hearthline, command, input);
    await expect.poll(() => existsSync(join(place, 'kept', name))).toBe(true);
    await expect
      .poll(() => invoke(hearthline, 'files.work'))
      .toMatchObject({
        value: { work: { state: 'done' } },
      });
  }
  writeFileSync(
    join(place, 'diagnostics.txt'),
    JSON.stringify(await invoke(hearthline, 'diagnostics.read')),
  );
  channels.close();
  await saveHeap(hearthline, join(place, 'window.heapsnapshot'));
  const messages = await app.evaluate(
    () => (globalThis as unknown as { messages: string[] }).messages,
  );
  writeFileSync(join(place, 'messages.txt'), messages.join('\n'));
  expect(messages.length).toBeGreaterThan(20);
  hearthline.recordProcesses();

  // Each process crashes separately; crash dumps would be in the folder.
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  const engine = hearthline.findEnginePid();
  process.kill(engine, 'SIGABRT');
  await waitForEnd(engine);
  const all = listDescendants(hearthline.pid);
  process.kill(hearthline.pid, 'SIGABRT');
  for (const { pid } of all) await waitForEnd(pid);
  await service.stop();
  expect(readdirSync(place).filter((name) => /^core|\.dmp$/.test(name))).toEqual([]);

  const { found, files, secrets } = scan(data, own);
  expect(found).toEqual([]);
  expect(files).toBeGreaterThan(15);
  expect(secrets).toBeGreaterThanOrEqual(8);
  await page.close().catch(() => undefined);
});

test('no secret of a legacy account is written, although tokens in addresses are repeated by the service', async ({
  start,
  service,
  browser_,
  place,
}) => {
  const [data, own] = [dirname(place), basename(place)];
  const profile = join(place, 'legacy.json');
  writeFileSync(profile, JSON.stringify(service.buildLegacyProfile()));
  const hearthline = await start([`--profile=${profile}`]);
  await hearthline.waitForScreen('connect');
  await tap(hearthline);
  const failOnce = (path: string, text: string): Promise<unknown> =>
    service.control('POST', '/faults', {
      match: { path },
      times: 1,
      status: 400,
      body: { error: 'INVALID_SCOPE', error_description: text, message: text, detail: text },
    });
  const { clientSecret } = service.ready.legacy;
  await failOnce('/v2/tokens/access', `POST /v2/tokens/access?client_secret=${clientSecret}`);
  const { businessID } = service.ready.businesses[0] ?? { businessID: '' };
  await hearthline.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await browser_.agree(businessID);
  await expect(hearthline.page.getByText(/invalid_scope|refused/i).first()).toBeVisible();
  await invoke(hearthline, 'connect.accounts');

  await hearthline.page.reload();
  await hearthline.waitForScreen('connect');
  await hearthline.connect(browser_, businessID);
  await expect.poll(() => [...readSecrets(data, own).values()].join()).toMatch(/accessTokens/);
  const known = [...readSecrets(data, own).keys()];
  // Disconnecting makes the service forget them.
  writeFileSync(join(place, 'canaries.json'), JSON.stringify({ secrets: known }));
  for (const path of ['/v2', '/v1']) await failOnce(path, known.join(' '));
  const { accounts } = (
    (await invoke(hearthline, 'connect.accounts')) as {
      value: { accounts: readonly { accountID: string }[] };
    }
  ).value;
  const accountID = accounts[0]?.accountID ?? '';
  await service.control('POST', '/clock', { advanceSeconds: 3_700 });
  await invoke(hearthline, 'connection.check', { accountID });
  await invoke(hearthline, 'connect.disconnect', { accountID });
  const messages = await hearthline.app.evaluate(
    () => (globalThis as unknown as { messages: string[] }).messages,
  );
  writeFileSync(join(place, 'messages.txt'), messages.join('\n'));
  await hearthline.close();
  await service.stop();
  expect(scan(data, own).found).toEqual([]);
});
