/**
 * Updates by the real electron-updater in a real Electron, from a local server: only a signed release replaces
 * the app.
 */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import type { CommandOutput } from '../../contract/commands.ts';
import type { UpdateState } from '../../contract/commands/updates.ts';
import { formatRelease, detectSystem, type System } from '../../main/shell/updates/release-text.ts';
import { expect, test } from './support/fixtures.ts';
import { Hearthline, usualSize } from './support/hearthline.ts';
import { imitatePackage } from './support/like-packaged.ts';
import { look } from './support/look.ts';
import { bundlePrograms, startMainProgram } from './support/main-program.ts';
import type { UpdateProgram, Updating } from './support/update-program.ts';

const makers = generateKeyPairSync('ed25519');
const publicKey = makers.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const strangers = generateKeyPairSync('ed25519');

type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

/** An update server with the test's answers. */
class UpdateServer {
  readonly #server: Server;
  readonly asked: IncomingMessage[] = [];
  /** Number of connections that the client cut while it waited. */
  cut = 0;
  #answers = new Map<string, Answerer>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<UpdateServer> {
    const server = createServer();
    const own = new UpdateServer(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      own.asked.push(request);
      response.on('close', () => (own.cut += Number(!response.writableEnded)));
      const name = new URL(request.url ?? '', 'http://127.0.0.1').pathname.slice(1);
      const answer = own.#answers.get(/^latest-linux.*\.yml$/.test(name) ? 'metadata' : name);
      if (answer === undefined) response.writeHead(404).end();
      else answer(request, response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return own;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  listNames(): readonly string[] {
    return this.asked.map(({ url = '' }) => new URL(url, this.url).pathname.slice(1));
  }

  answer(answers: Readonly<Record<string, Answerer | string>>): void {
    this.asked.length = 0;
    this.#answers = new Map(
      Object.entries(answers).map(([name, answer]) => [
        name,
        typeof answer === 'string' ? (_request, response) => response.end(answer) : answer,
      ]),
    );
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

const ourSystem = detectSystem(process.platform, process.arch);
type Kind = UpdateProgram['kind'];
const endings = { appimage: 'AppImage', mac: 'zip', nsis: 'exe' } as const;
const formatFileName = (version: string, kind: Kind = 'appimage'): string =>
  `Hearthline-${version}.${endings[kind]}`;
const computeDigest = (content: string): string =>
  createHash('sha512').update(content).digest('base64');

/** Metadata of a release as the packager writes it, with a signature. */
const buildMetadata = (
  version: string,
  content: string,
  by: KeyObject | null,
  { system = ourSystem, name = formatFileName(version) }: { system?: System; name?: string } = {},
): string => {
  const size = Buffer.byteLength(content);
  const sha512 = computeDigest(content);
  const text = formatRelease(system, version, [{ name, size, sha512 }]);
  const lines = [
    `version: ${version}`,
    'files:',
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${size}`,
    `path: ${name}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-11-23T12:00:00.000Z'",
  ];
  const signature = by && sign(null, Buffer.from(text), by).toString('base64');
  return [...lines, ...(signature === null ? [] : [`signature: ${signature}`]), ''].join('\n');
};

const oldContent = '#!/bin/sh\nexit 0\n';

class Copy {
  readonly image: string;
  /** Written by the new version when it starts. */
  readonly marker: string;
  readonly newContent: string;
  readonly #place: string;
  #app: ElectronApplication | null = null;

  constructor(place: string, image = join(place, 'apps', 'Hearthline-1.0.0.AppImage')) {
    this.#place = place;
    this.image = image;
    this.marker = join(place, 'started');
    this.newContent = `#!/bin/sh\necho "$@" > '${this.marker}'\n`;
    mkdirSync(join(place, 'apps'), { recursive: true });
    writeFileSync(join(place, 'apps', 'Hearthline-1.0.0.AppImage'), oldContent, { mode: 0o755 });
  }

  /** Starts the update program as a copy of that kind. */
  async start(url: string, kind: Kind = 'appimage'): Promise<void> {
    const place = this.#place;
    const configuration = join(place, 'app-update.yml');
    writeFileSync(configuration, 'updaterCacheDirName: hearthline-updater\n');
    const options: UpdateProgram = {
      address: { provider: 'generic', url },
      configuration,
      image: this.image,
      kind,
      kept: join(place, 'updates.json'),
      running: '1.0.0',
      key: publicKey,
    };
    const [program = ''] = await bundlePrograms([
      join(import.meta.dirname, 'support/update-program.ts'),
    ]);
    this.#app = await startMainProgram(program, join(place, 'data'), {
      UPDATE_PROGRAM: JSON.stringify(options),
      APPIMAGE: this.image,
      XDG_CACHE_HOME: join(place, 'cache'),
    });
    await expect.poll(() => this.app.evaluate(() => 'updates' in globalThis)).toBe(true);
  }

  get app(): ElectronApplication {
    if (this.#app === null) throw new Error('the copy is not started');
    return this.#app;
  }

  readState(): Promise<UpdateState> {
    return this.app.evaluate(() => (globalThis as unknown as Updating).updates.report().update);
  }

  /** Checks now and waits for the outcome. */
  async check(): Promise<UpdateState> {
    await this.app.evaluate(() => void (globalThis as unknown as Updating).updates.check());
    await expect
      .poll(async () => (await this.readState()).state)
      .not.toMatch(/^(?:checking|downloading)$/);
    return this.readState();
  }

  async advance(ms: number): Promise<void> {
    await this.app.evaluate(
      (_electron, ms) => (globalThis as unknown as Updating).clock.advance(ms),
      ms,
    );
  }

  /** Ends the app and waits for its exit. */
  async end(how: 'quit' | 'restart'): Promise<void> {
    const ended = this.app.waitForEvent('close');
    await this.app
      .evaluate(({ app }, how) => {
        const { updates } = globalThis as unknown as Updating;
        if (how === 'quit') return app.quit();
        updates.restart();
        updates.restart();
      }, how)
      // The connection to the app ends with it.
      .catch(() => undefined);
    await ended;
  }

  async close(): Promise<void> {
    if (this.#app !== null) await this.#app.close().catch(() => undefined);
  }
}

test.describe('a copy that updates itself', () => {
  test.skip(process.platform !== 'linux', 'an AppImage is a program of Linux');
  let server: UpdateServer;
  let copy: Copy;
  test.beforeEach(async ({ place }) => {
    server = await UpdateServer.start();
    copy = new Copy(place);
  });
  test.afterEach(async () => {
    await copy.close();
    await server.stop();
  });

  const offer = (version: string, kind: Kind = 'appimage'): void => {
    const name = formatFileName(version, kind);
    server.answer({
      metadata: buildMetadata(version, copy.newContent, makers.privateKey, { name }),
      [name]: copy.newContent,
    });
  };

  /** Folder of the copy's download. */
  const buildDownloadPath = (place: string, kind: Kind = 'appimage'): string =>
    join(place, 'cache/hearthline-updater/pending', formatFileName('1.1.0', kind));

  const matchFailure = (code: string) => ({
    state: 'failed',
    error: expect.objectContaining({ code }),
  });

  test('a signed release is downloaded, replaces the app at a restart, and is started', async () => {
    await copy.start(server.url);
    offer('1.1.0');
    expect(await copy.check()).toEqual({ state: 'ready', version: '1.1.0' });
    expect(readFileSync(copy.image, 'utf8')).toBe(oldContent);
    const [metadata] = server.asked;
    expect(metadata?.headers['x-user-staging-id']).toBe('00000000-0000-0000-0000-000000000000');
    for (const { headers } of server.asked) expect(headers.cookie).toBeUndefined();
    await copy.end('restart');
    await expect
      .poll(() => existsSync(copy.marker) && readFileSync(copy.marker, 'utf8').trim())
      .toBe('--user-data-dir=kept');
    expect(readFileSync(copy.image, 'utf8')).toBe(copy.newContent);
    expect(statSync(copy.image).mode & 0o777).toBe(0o755);
  });

  test('a signed release replaces the app when it quits, and is not started', async () => {
    chmodSync(copy.image, 0o700);
    await copy.start(server.url);
    offer('1.1.0');
    expect((await copy.check()).state).toBe('ready');
    writeFileSync(`${copy.image}.0123456789abcdef.new`, 'left by an install that was cut off');
    await copy.end('quit');
    expect(readFileSync(copy.image, 'utf8')).toBe(copy.newContent);
    expect(statSync(copy.image).mode & 0o777).toBe(0o700);
    expect(existsSync(copy.marker)).toBe(false);
    expect(readdirSync(dirname(copy.image))).toEqual([basename(copy.image)]);
  });

  test('a forged, old or missing release is refused with the reason, and the app is unchanged', async () => {
    await copy.start(server.url);
    const good = buildMetadata('1.1.0', copy.newContent, makers.privateKey);

    await test.step('a file that was changed', async () => {
      server.answer({
        metadata: good,
        [formatFileName('1.1.0')]: copy.newContent.replace('echo', 'rm  '),
      });
      expect(await copy.check()).toEqual(matchFailure('update_damaged'));
    });
    const expectRefusal = async (what: string, metadata: Answerer | string, code: string) =>
      test.step(what, async () => {
        server.answer({ metadata, [formatFileName('1.1.0')]: copy.newContent });
        expect(await copy.check()).toEqual(matchFailure(code));
        expect(server.listNames()).not.toContain(formatFileName('1.1.0'));
      });
    const forged = good.replaceAll(computeDigest(copy.newContent), computeDigest('something else'));
    await expectRefusal('metadata that was changed', forged, 'update_unsigned');
    const renamed = good.replace('version: 1.1.0', 'version: 9.0.0');
    await expectRefusal('another version', renamed, 'update_unsigned');
    const foreign = buildMetadata('1.1.0', copy.newContent, strangers.privateKey);
    await expectRefusal('a signature by somebody else', foreign, 'update_unsigned');
    const bare = buildMetadata('1.1.0', copy.newContent, null);
    await expectRefusal('no signature', bare, 'update_unsigned');
    for (const other of ['win', 'mac', 'linux-riscv64'] as const) {
      const misplaced = buildMetadata('1.1.0', copy.newContent, makers.privateKey, {
        system: other,
      });
      await expectRefusal(`a release for ${other}`, misplaced, 'update_unsigned');
    }
    const older = buildMetadata('0.9.0', copy.newContent, makers.privateKey);
    await expectRefusal('an older version', older, 'update_older');
    await expectRefusal('a page', '<html><p>Sign in: please</p></html>', 'update_unreadable');
    await expectRefusal(
      'nothing',
      (_request, response) => response.writeHead(404).end(),
      'update_missing',
    );
    await expectRefusal(
      'a server that is broken',
      (_request, response) => response.writeHead(503).end(),
      'service_unavailable',
    );
    await expectRefusal('a line that is cut', (request) => request.socket.destroy(), 'offline');
    await expectRefusal(
      'a way that is not encrypted',
      (_request, response) =>
        response.writeHead(302, { location: `http://localhost:${server.port}/other.yml` }).end(),
      'forbidden',
    );
    expect(server.listNames()).not.toContain('other.yml');

    await test.step('the version that runs', async () => {
      server.answer({ metadata: buildMetadata('1.0.0', copy.newContent, makers.privateKey) });
      expect(await copy.check()).toEqual({ state: 'idle' });
    });
    await copy.end('quit');
    expect(readFileSync(copy.image, 'utf8')).toBe(oldContent);
  });

  test('a server that is missing, silent, or stops midway times out and is asked again', async () => {
    await copy.start(server.url);
    const begin = (): Promise<void> =>
      copy.app.evaluate(() => void (globalThis as unknown as Updating).updates.check());
    const silent: Answerer = () => undefined;

    server.answer({ metadata: silent });
    await begin();
    await expect.poll(() => server.asked.length).toBe(1);
    await copy.advance(60_000);
    expect(await copy.readState()).toEqual(matchFailure('timeout'));
    await expect.poll(() => server.cut).toBe(1);

    server.answer({
      metadata: buildMetadata('1.1.0', copy.newContent, makers.privateKey),
      [formatFileName('1.1.0')]: (request, response) => {
        if (request.headers.range !== undefined) return response.writeHead(416).end();
        response.writeHead(200, { 'content-length': Buffer.byteLength(copy.newContent) });
        return response.write(copy.newContent.slice(0, 5));
      },
    });
    await begin();
    await expect
      .poll(
        () =>
          server.asked.filter(({ headers, url = '' }) => url.includes('AppImage') && !headers.range)
            .length,
      )
      .toBe(1);
    expect((await copy.readState()).state).toBe('downloading');
    await copy.advance(2 * 60_000);
    expect(await copy.readState()).toEqual(matchFailure('timeout'));
    await expect.poll(() => server.cut).toBeGreaterThan(1);

    offer('1.1.0');
    expect(await copy.check()).toEqual({ state: 'ready', version: '1.1.0' });
  });

  /** Sends bytes as long as they are accepted, and counts them. */
  const sendForEver = (head: Readonly<Record<string, number>> = {}) => {
    let sent = 0;
    const answer: Answerer = (request, response) => {
      if (request.headers.range !== undefined) return response.writeHead(416).end();
      response.writeHead(200, head);
      const chunk = Buffer.alloc(1 << 20, 'a');
      const send = (): void => {
        do sent += chunk.length;
        while (response.write(chunk));
      };
      response.on('drain', send);
      return send();
    };
    return { answer, sent: () => sent };
  };

  test('metadata that is longer than any real release’s is not read to its end', async () => {
    await copy.start(server.url);
    const { answer, sent } = sendForEver();
    server.answer({ metadata: answer });
    expect(await copy.check()).toEqual(matchFailure('update_unreadable'));
    await expect.poll(() => server.cut).toBe(1);
    expect(sent()).toBeLessThan(50_000_000);
  });

  test('a file that exceeds its signed size is cut off', async () => {
    await copy.start(server.url);
    const { answer, sent } = sendForEver({ 'content-length': 10_000_000_000 });
    server.answer({
      metadata: buildMetadata('1.1.0', copy.newContent, makers.privateKey),
      [formatFileName('1.1.0')]: answer,
    });
    expect(await copy.check()).toEqual(matchFailure('update_damaged'));
    await expect.poll(() => server.cut).toBe(1);
    expect(sent()).toBeLessThan(50_000_000);
  });

  test('a slow download without a length is waited for', async ({ place }) => {
    await copy.start(server.url);
    const part = 'a'.repeat(100_000);
    let answering: ServerResponse | undefined;
    server.answer({
      metadata: buildMetadata('1.1.0', part.repeat(3), makers.privateKey),
      [formatFileName('1.1.0')]: (request, response) => {
        if (request.headers.range !== undefined) return response.writeHead(416).end();
        answering = response;
        return response.writeHead(200).write(part);
      },
    });
    await copy.app.evaluate(() => void (globalThis as unknown as Updating).updates.check());
    const temporary = join(dirname(buildDownloadPath(place)), `temp-${formatFileName('1.1.0')}`);
    const waitForParts = (parts: number): Promise<void> =>
      expect
        .poll(() => (existsSync(temporary) ? statSync(temporary).size : 0))
        .toBe(parts * part.length);
    for (const parts of [1, 2]) {
      await waitForParts(parts);
      await copy.advance(2 * 60_000 - 1);
      expect((await copy.readState()).state).toBe('downloading');
      answering?.write(part);
    }
    await waitForParts(3);
    answering?.end();
    await expect.poll(() => copy.readState()).toEqual({ state: 'ready', version: '1.1.0' });
  });

  test('turning updates off and on during a check or a download starts it again at once, and off stops it', async () => {
    await copy.start(server.url);
    const good = buildMetadata('1.1.0', copy.newContent, makers.privateKey);
    const switchAndCheck = (isOn: boolean): Promise<void> =>
      copy.app.evaluate((_electron, isOn) => {
        const { updates } = globalThis as unknown as Updating;
        updates.setOn(false);
        updates.setOn(true);
        updates.check();
        updates.setOn(isOn);
      }, isOn);
    const countRequests = (name: RegExp): number =>
      server.asked.filter(({ url = '', headers }) => name.test(url) && !headers.range).length;
    const silent: Answerer = () => undefined;

    server.answer({ metadata: silent });
    await switchAndCheck(true);
    await expect.poll(() => countRequests(/yml/)).toBe(1);
    await switchAndCheck(false);
    await expect.poll(() => server.cut).toBe(1);
    expect(countRequests(/yml/)).toBe(1);

    const half: Answerer = (request, response) => {
      if (request.headers.range !== undefined) return response.writeHead(416).end();
      response.writeHead(200, { 'content-length': Buffer.byteLength(copy.newContent) });
      return response.write(copy.newContent.slice(0, 5));
    };
    server.answer({ metadata: silent });
    await switchAndCheck(true);
    await expect.poll(() => countRequests(/yml/)).toBe(1);
    server.answer({ metadata: good, [formatFileName('1.1.0')]: half });
    await switchAndCheck(true);
    await expect.poll(() => countRequests(/AppImage/)).toBe(1);
    offer('1.1.0');
    await switchAndCheck(true);
    await expect.poll(() => copy.readState()).toEqual({ state: 'ready', version: '1.1.0' });
  });

  test('a server’s answers do not fill the log', async () => {
    await copy.start(server.url);
    const answer = `version: {${'a'.repeat(2_000)}\n<p>Sign in, Alex</p>`;
    for (const metadata of [
      answer,
      (_request: IncomingMessage, response: ServerResponse) => response.writeHead(503).end(answer),
    ]) {
      server.answer({ metadata });
      expect((await copy.check()).state).toBe('failed');
    }
    const lines = await copy.app.evaluate(() => (globalThis as unknown as Updating).lines);
    expect(lines.join(' ')).toContain('503');
    expect(lines.join(' ')).not.toMatch(/Alex|a{200}/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(500);
  });

  test('a missing server is reported as unreachable', async () => {
    const { url } = server;
    await server.stop();
    await copy.start(url);
    expect(await copy.check()).toEqual(matchFailure('offline'));
    server = await UpdateServer.start();
  });

  test('a copy that cannot be replaced reports it and downloads nothing', async ({ place }) => {
    copy = new Copy(place, join(place, 'not-there', 'Hearthline.AppImage'));
    await copy.start(server.url);
    offer('1.1.0');
    expect(await copy.check()).toEqual(matchFailure('read_only'));
    expect(server.listNames()).not.toContain(formatFileName('1.1.0'));
  });

  const checkChangedDownload = async (place: string, kind: Kind): Promise<void> => {
    await copy.start(server.url, kind);
    offer('1.1.0', kind);
    expect((await copy.check()).state).toBe('ready');
    writeFileSync(buildDownloadPath(place, kind), `#!/bin/sh\ntouch '${copy.marker}'\n`);
    chmodSync(buildDownloadPath(place, kind), 0o755);
    await copy.end('quit');
    expect(readFileSync(copy.image, 'utf8')).toBe(oldContent);
    await copy.start(server.url, kind);
    expect(await copy.readState()).toEqual(matchFailure('update_damaged'));
    expect(existsSync(copy.marker)).toBe(false);
  };
  test('a download that was changed on disk is not installed, which the next start reports', ({
    place,
  }) => checkChangedDownload(place, 'appimage'));
  test('an installer that was changed on disk is not run, which the next start reports', ({
    place,
  }) => checkChangedDownload(place, 'nsis'));

  test('a download that was replaced by a link to another program is not installed, and the program is unchanged', async ({
    place,
  }) => {
    await copy.start(server.url);
    offer('1.1.0');
    expect((await copy.check()).state).toBe('ready');
    const other = join(place, 'another-program');
    const content = `#!/bin/sh\ntouch '${copy.marker}'\n`;
    writeFileSync(other, content, { mode: 0o755 });
    rmSync(buildDownloadPath(place));
    symlinkSync(other, buildDownloadPath(place));
    await copy.end('restart');
    expect(readFileSync(copy.image, 'utf8')).toBe(oldContent);
    expect([readFileSync(other, 'utf8'), existsSync(copy.marker)]).toEqual([content, false]);
    await copy.start(server.url);
    expect(await copy.readState()).toEqual(matchFailure('update_damaged'));
  });

  test('a link in place of the download does not overwrite another file', async ({ place }) => {
    const own = join(place, 'own-files');
    mkdirSync(own);
    const kept = join(own, 'kept.txt');
    writeFileSync(kept, 'mine');
    const pending = dirname(buildDownloadPath(place));
    mkdirSync(pending, { recursive: true });
    symlinkSync(kept, buildDownloadPath(place));
    await copy.start(server.url);
    offer('1.1.0');
    expect((await copy.check()).state).toBe('ready');
    await copy.end('quit');
    expect(readFileSync(kept, 'utf8')).toBe('mine');
    expect(readFileSync(copy.image, 'utf8')).toBe(copy.newContent);
  });

  test('a deleted download is not reported as a copy that cannot be replaced', async ({
    place,
  }) => {
    await copy.start(server.url);
    offer('1.1.0');
    expect((await copy.check()).state).toBe('ready');
    rmSync(dirname(buildDownloadPath(place)), { recursive: true });
    await copy.end('quit');
    await copy.start(server.url);
    expect(await copy.readState()).toEqual(matchFailure('update_damaged'));
  });

  test('a newer version that was installed by hand stays', async ({ place }) => {
    await copy.start(server.url);
    offer('1.1.0');
    expect((await copy.check()).state).toBe('ready');
    const byHand = `${oldContent}# 2.0.0\n`;
    writeFileSync(`${copy.image}.download`, byHand, { mode: 0o755 });
    renameSync(`${copy.image}.download`, copy.image);
    await copy.end('restart');
    expect(readFileSync(copy.image, 'utf8')).toBe(byHand);
    expect(existsSync(buildDownloadPath(place))).toBe(false);
    await copy.start(server.url);
    expect(await copy.readState()).toEqual({ state: 'idle' });
  });
  test('an app that was deleted while it ran does not come back', async () => {
    await copy.start(server.url);
    offer('1.1.0');
    expect((await copy.check()).state).toBe('ready');
    rmSync(copy.image);
    await copy.end('quit');
    expect(existsSync(copy.image)).toBe(false);
  });

  test('an installer that cannot start is reported at the next start, and a restart brings the old version', async ({
    place,
  }) => {
    await copy.start(server.url, 'nsis');
    const relaunched = join(place, 'relaunched');
    await copy.app.evaluate(({ app }, relaunched) => {
      const { writeFileSync } = process.getBuiltinModule('node:fs');
      app.relaunch = (options) => writeFileSync(relaunched, String(options?.args));
    }, relaunched);
    offer('1.1.0', 'nsis');
    expect((await copy.check()).state).toBe('ready');
    chmodSync(buildDownloadPath(place, 'nsis'), 0o644);
    await copy.end('restart');
    expect(readFileSync(relaunched, 'utf8')).toBe('--user-data-dir=kept');
    await copy.start(server.url, 'nsis');
    expect(await copy.readState()).toEqual(matchFailure('read_only'));
  });

  /** Replaces a Mac's own updater, which downloads from the feed when asked, and then reports the test's outcome. */
  const standInForSquirrel = (
    taken: string,
    refuses: Readonly<{ copy?: string; update?: string }> = {},
  ): Promise<void> =>
    copy.app.evaluate(
      ({ app, autoUpdater }, { taken, refuses }) => {
        const { writeFileSync } = process.getBuiltinModule('node:fs');
        type Feed = { readonly url: string; readonly headers: Record<string, string> };
        let feed: Feed | undefined;
        const fetchIt = async ({ url, headers }: Feed): Promise<void> => {
          const answer = (await (await fetch(url, { headers })).json()) as { readonly url: string };
          writeFileSync(taken, await (await fetch(answer.url)).text());
          if (refuses.update === undefined) autoUpdater.emit('update-downloaded');
          else autoUpdater.emit('error', new Error(refuses.update));
        };
        Object.assign(autoUpdater, {
          setFeedURL: (next: Feed) => {
            feed = next;
            if (refuses.copy !== undefined) autoUpdater.emit('error', new Error(refuses.copy));
          },
          checkForUpdates: () => {
            writeFileSync(`${taken}-asked`, '');
            if (feed) void fetchIt(feed);
          },
          quitAndInstall: () => {
            writeFileSync(`${taken}-restarts`, '');
            app.exit(0);
          },
        });
      },
      { taken, refuses },
    );

  test('a Mac’s updater gets nothing before the app ends, and nothing after updates were turned off', async ({
    place,
  }) => {
    const taken = join(place, 'taken');
    const makeReady = async (): Promise<void> => {
      await copy.start(server.url, 'mac');
      await standInForSquirrel(taken);
      await copy.app.evaluate(() => (globalThis as unknown as Updating).updates.setOn(true));
      offer('1.1.0', 'mac');
      expect((await copy.check()).state).toBe('ready');
    };
    await makeReady();
    await copy.app.evaluate(() => (globalThis as unknown as Updating).updates.setOn(false));
    await copy.end('quit');
    expect(existsSync(`${taken}-asked`)).toBe(false);

    await makeReady();
    expect(existsSync(`${taken}-asked`)).toBe(false);
    await copy.end('quit');
    expect(readFileSync(taken, 'utf8')).toBe(copy.newContent);
    expect(existsSync(`${taken}-restarts`)).toBe(false);

    await makeReady();
    await copy.end('restart');
    expect(existsSync(`${taken}-restarts`)).toBe(true);
  });

  test('a refusal by a Mac’s updater is reported at the next start', async ({ place }) => {
    await copy.start(server.url, 'mac');
    await standInForSquirrel(join(place, 'taken'), {
      update: 'Code signature at URL file:///update/Hearthline.app/ did not pass validation',
    });
    offer('1.1.0', 'mac');
    expect((await copy.check()).state).toBe('ready');
    await copy.end('quit');
    await copy.start(server.url, 'mac');
    expect(await copy.readState()).toEqual(matchFailure('update_unsigned'));
  });

  test('an unsigned copy on a Mac reports it before it is ended for an update', async ({
    place,
  }) => {
    await copy.start(server.url, 'mac');
    await standInForSquirrel(join(place, 'taken'), {
      copy: 'Could not get code signature for running application',
    });
    offer('1.1.0', 'mac');
    expect(await copy.check()).toEqual(matchFailure('update_unsigned'));
  });

  test.describe('a packaged app', () => {
    let hearthline: Hearthline | null = null;
    test.afterEach(async ({ place }) => {
      await hearthline?.close();
      rmSync(join(place, 'package'), { recursive: true, force: true });
    });

    /** Starts the app itself, packaged as the copy's AppImage. */
    const start = async (
      place: string,
      node: string | null,
      more: Partial<Parameters<typeof Hearthline.start>[0]> = {},
    ): Promise<Hearthline> => {
      const mounted = join(place, 'package');
      const program = imitatePackage(mounted, node);
      const configuration = `provider: generic\nurl: ${server.url}\nupdaterCacheDirName: updater\n`;
      writeFileSync(join(mounted, 'resources/app-update.yml'), configuration);
      writeFileSync(join(mounted, 'resources/update-key.pem'), publicKey);
      hearthline = await Hearthline.start({
        dataFolder: join(place, 'app'),
        program,
        env: { APPIMAGE: copy.image, APPDIR: mounted, XDG_CACHE_HOME: join(place, 'cache') },
        size: usualSize,
        ...more,
      });
      return hearthline;
    };

    test('still checks for updates when its engine cannot start', async ({ place }) => {
      await start(place, null, { before: join(import.meta.dirname, 'support/hurry.cjs') });
      await expect.poll(() => server.listNames()).toContain('latest-linux.yml');
    });

    /** Starts it, finds an update, and waits until it is ready. */
    const startWithUpdate = async (place: string): Promise<Hearthline> => {
      offer('1.1.0');
      const started = await start(place, process.env['HEARTHLINE_NODE'] ?? 'node');
      const page = await openUpdates(started);
      await page.getByRole('button', { name: 'Check now' }).click();
      await expect(page.getByText('Version 1.1.0 is ready.')).toBeVisible();
      return started;
    };

    test('checks, downloads, and after Restart to update runs the new version on the same data', async ({
      place,
    }) => {
      const { app, page } = await startWithUpdate(place);
      expect(readFileSync(copy.image, 'utf8')).toBe(oldContent);
      const ended = app.waitForEvent('close');
      const foot = page.getByRole('navigation', { name: 'Views and businesses' });
      await foot.getByRole('button', { name: 'Restart to update' }).click();
      await ended;
      expect(readFileSync(copy.image, 'utf8')).toBe(copy.newContent);
      await expect
        .poll(() => existsSync(copy.marker) && readFileSync(copy.marker, 'utf8').trim())
        .toBe(`--user-data-dir=${join(place, 'app')}`);
    });

    test('installs a ready update even if another part fails to end', async ({ place }) => {
      const { app } = await startWithUpdate(place);
      const ended = app.waitForEvent('close');
      await app
        .evaluate(({ app }) => {
          app.prependListener('will-quit', () => {
            const { setTimeout } = globalThis;
            globalThis.setTimeout = (() => {
              // Only once: Electron may set timers while it exits.
              globalThis.setTimeout = setTimeout;
              throw new Error('the end of the engine cannot be waited for');
            }) as never;
          });
          app.quit();
        })
        // The connection to the app ends with it.
        .catch(() => undefined);
      await ended;
      expect(readFileSync(copy.image, 'utf8')).toBe(copy.newContent);
    });
  });
});

/** Opens the update settings of a copy with sample leads. */
const openUpdates = async (hearthline: Hearthline): Promise<Page> => {
  const { page } = hearthline;
  await page.getByRole('button', { name: 'Try sample leads' }).click();
  await hearthline.waitForScreen('inbox');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await hearthline.waitForScreen('settings');
  // A prefix that both languages share.
  await page.getByRole('textbox', { name: 'Search settings' }).fill('versi');
  return page;
};

test('the settings of a copy that runs from source explain why it does not update itself', async ({
  start,
}) => {
  const hearthline = await start(['--welcome']);
  const page = await openUpdates(hearthline);
  await expect(
    page.getByText("This copy of Hearthline doesn't update itself. It runs from its source code."),
  ).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Keep Hearthline up to date' })).toBeDisabled();
  const check = page.getByRole('button', { name: 'Check now' });
  await expect(check).toHaveAttribute('aria-disabled', 'true');
  await look(hearthline, 'settings-updates-off');

  await page.getByRole('button', { name: "Show what's new" }).click();
  const dialog = page.getByRole('dialog', { name: "What's new" });
  await expect(dialog.getByRole('heading', { name: /^Version 0\.1\.0/ })).toBeVisible();
  await look(hearthline, 'whats-new');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

type Answers = {
  readonly [C in 'updates.get' | 'whatsNew.get' | 'whatsNew.backup']?: CommandOutput<C>;
};

/** Makes main give these answers, as in a packaged copy. */
const replaceAnswers = ({ app }: Hearthline, answers: Answers): Promise<void> =>
  app.evaluate(({ ipcMain, BrowserWindow }, answers) => {
    type Gate = (event: unknown, command: string, input: unknown) => unknown;
    const { _invokeHandlers: gates } = ipcMain as unknown as { _invokeHandlers: Map<string, Gate> };
    const channel = 'hearthline:invoke';
    const gate = gates.get(channel) as Gate;
    gates.set(channel, (event, command, input) =>
      Object.hasOwn(answers, command)
        ? new TextEncoder().encode(
            JSON.stringify({ ok: true, value: answers[command as keyof Answers] }),
          )
        : gate(event, command, input),
    );
    const change = { kinds: ['updates'], leadIDs: [] };
    for (const window of BrowserWindow.getAllWindows())
      window.webContents.send('hearthline:event', 'changed', change);
  }, answers);

test('a ready update, a refused one, and the news of an update are shown without a dialog', async ({
  start,
}) => {
  const hearthline = await start(['--welcome']);
  const page = await openUpdates(hearthline);
  const checkedAt = Date.now() - 5 * 60_000;
  await replaceAnswers(hearthline, {
    'updates.get': {
      update: { state: 'ready', version: '0.2.0' },
      checkedAt,
      oldRelease: null,
    },
  });
  const foot = page.getByRole('navigation', { name: 'Views and businesses' });
  await expect(foot.getByRole('button', { name: 'Restart to update' })).toBeVisible();
  await expect(page.getByText('Version 0.2.0 is ready.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await look(hearthline, 'settings-updates-ready');

  const error = { code: 'update_unsigned', message: 'not signed' } as const;
  await replaceAnswers(hearthline, {
    'updates.get': { update: { state: 'failed', error }, checkedAt, oldRelease: null },
  });
  await expect(page.getByRole('alert')).toContainText("isn't signed by the makers");
  await look(hearthline, 'settings-updates-refused');

  await replaceAnswers(hearthline, {
    'updates.get': {
      update: { state: 'idle' },
      checkedAt: Date.now() - 5 * 60_000,
      oldRelease: { at: checkedAt - 61 * 86_400_000, isDated: true },
    },
  });
  await expect(page.getByText(/Last checked 5 min ago, last release seen/)).toBeVisible();

  const name = '2026-11-23T12-00-00-000Z-version-29-leads.db';
  await replaceAnswers(hearthline, {
    'updates.get': { update: { state: 'idle' }, checkedAt, oldRelease: null },
    'whatsNew.get': { version: '0.1.0', since: '0.0.9', isNew: true },
    'whatsNew.backup': {
      backup: { name, folder: '/home/alex/.config/Hearthline/backups', at: checkedAt },
    },
  });
  await foot.getByRole('button', { name: "What's new in 0.1.0" }).click();
  await expect(page.getByRole('dialog', { name: "What's new" })).toContainText(name);
  await look(hearthline, 'whats-new-copy');
});
