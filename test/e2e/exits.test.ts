/**
 * Tries every way out of a page that Chromium has, like a compromised page (security rule 19). A local
 * listener for TCP and UDP must receive nothing, and no name may be looked up.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from './support/fixtures.ts';
import { Hearthline, getElectronPath } from './support/hearthline.ts';

const openListener = async () => {
  const heard: string[] = [];
  const tcp = createServer((socket) => {
    heard.push('tcp');
    socket.on('error', () => undefined).on('data', (bytes) => heard.push(bytes.toString('latin1')));
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4').on('message', () => heard.push('udp'));
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  const close = (): void => {
    tcp.close();
    udp.close();
  };
  return { heard, port, close };
};

test('a compromised page reaches no server and opens no window', async ({ start }) => {
  const { heard, port, close } = await openListener();
  const hearthline = await start(['--welcome']);
  const { app, page } = hearthline;
  await hearthline.waitForScreen('welcome');

  const tried = await page.evaluate(async (own) => {
    const http = `http://127.0.0.1:${own}`;
    const failed: string[] = [];
    const tries: Record<string, () => unknown> = {
      fetch: () => fetch(http, { mode: 'no-cors' }),
      keepalive: () => fetch(http, { method: 'POST', body: 'words', keepalive: true }),
      beacon: () => navigator.sendBeacon(`${http}/beacon`, 'words'),
      xhr: () => {
        const request = new XMLHttpRequest();
        request.open('GET', http);
        request.send();
      },
      eventSource: () => new EventSource(http),
      webSocket: () => new WebSocket(`ws://127.0.0.1:${own}`),
      webTransport: () =>
        new (globalThis as unknown as Record<string, new (url: string) => unknown>)[
          'WebTransport'
        ]!(`https://127.0.0.1:${own}`),
      worker: () => new Worker(`${http}/worker.js`),
      sharedWorker: () => new SharedWorker(`${http}/worker.js`),
      serviceWorker: () => navigator.serviceWorker.register(`${http}/worker.js`),
      script: () => import(/* @vite-ignore */ `${http}/script.js`),
      open: () => globalThis.open(http),
      navigation: () => location.assign(http),
      font: () => new FontFace('other', `url(${http}/font.woff2)`).load(),
    };
    const add = (name: string, attributes: Record<string, string>): HTMLElement => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      document.body.append(element);
      return element;
    };
    for (const rel of [
      ...['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'prerender'],
      ...['stylesheet', 'icon', 'manifest'],
    ]) {
      tries[rel] = () => add('link', { rel, href: `${http}/${rel}`, as: 'image' });
    }
    for (const [name, key] of [
      ...[
        ['img', 'src'],
        ['iframe', 'src'],
        ['video', 'src'],
        ['audio', 'src'],
        ['embed', 'src'],
      ],
      ...[
        ['object', 'data'],
        ['script', 'src'],
        ['input', 'src'],
        ['track', 'src'],
      ],
    ] as const) {
      tries[name] = () => add(name, { [key]: `${http}/${name}`, type: 'image' });
    }
    tries['style'] = () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`body { background: url(${http}/css-url) } `);
      document.adoptedStyleSheets = [sheet];
      add('style', {}).textContent = `@import url(${http}/css-import);`;
    };
    tries['attribute'] = () => add('p', { style: `background: url(${http}/attribute)` });
    tries['meta'] = () => add('meta', { 'http-equiv': 'refresh', content: `0; url=${http}` });
    tries['rules'] = () => {
      const rules = add('script', { type: 'speculationrules' });
      rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [http] }] });
    };
    tries['form'] = () => {
      (add('form', { action: http, method: 'post' }) as HTMLFormElement).submit();
    };
    tries['ping'] = () => add('a', { href: '#', ping: http }).click();

    for (const [name, attempt] of Object.entries(tries)) {
      try {
        await Promise.race([attempt(), new Promise((done) => setTimeout(done, 100))]);
      } catch {
        failed.push(name);
      }
    }

    /** Gathers ICE candidates through servers until Chromium has tried all of them. */
    const gather = async (realm: typeof globalThis): Promise<string> => {
      const server = (scheme: string, transport: string) => ({
        urls: `${scheme}:127.0.0.1:${own}?transport=${transport}`,
        username: 'words',
        credential: 'more',
      });
      const peer = new realm.RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.1:${own}` },
          ...[server('turn', 'udp'), server('turn', 'tcp'), server('turns', 'tcp')],
        ],
      });
      peer.createDataChannel('words');
      const complete = new Promise<void>((done) =>
        peer.addEventListener('icegatheringstatechange', () => {
          if (peer.iceGatheringState === 'complete') done();
        }),
      );
      await peer.setLocalDescription(await peer.createOffer());
      await complete;
      return peer.localDescription?.sdp.includes('a=candidate') ? 'candidates' : 'none';
    };
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const other = frame.contentWindow as unknown as typeof globalThis;
    return { failed, own: await gather(globalThis), frame: await gather(other) };
  }, port);
  expect(tried).toMatchObject({ own: 'none', frame: 'none' });
  // Most ways are refused without an error; these report one.
  expect(tried.failed).toEqual(expect.arrayContaining(['fetch', 'font']));
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(heard).toEqual([]);

  const control = connect(port, '127.0.0.1');
  await expect.poll(() => heard).toEqual(['tcp']);
  control.destroy();
  close();
});

/** A name server that knows no name and records requests. */
const openNameServer = async () => {
  const names: string[] = [];
  const server = createSocket('udp4');
  server.on('message', (question, { address, port }) => {
    const labels: string[] = [];
    for (let at = 12; (question[at] ?? 0) > 0; at += 1 + (question[at] ?? 0))
      labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
    names.push(labels.join('.'));
    const answer = Buffer.from(question);
    answer.writeUInt16BE(0x8183, 2);
    server.send(answer, port, address);
  });
  server.bind(53, '127.0.0.77');
  await once(server, 'listening');
  return { names, close: () => server.close() };
};

/** Lookups in Chromium's log. */
const readLookups = (file: string): string => {
  const { constants, events } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
    readonly events: readonly { readonly type: number }[];
  };
  const types = Object.entries(constants.logEventTypes)
    .filter(([name]) => /HOST_RESOLVER|DNS/.test(name))
    .map(([, type]) => type);
  return JSON.stringify(events.filter(({ type }) => types.includes(type)));
};

/** A program that runs Electron with the test's name server as the only one, which needs root. */
const writeProgram = (place: string): string => {
  const configuration = join(place, 'resolv.conf');
  writeFileSync(configuration, 'nameserver 127.0.0.77\noptions timeout:1 attempts:1\n');
  const program = join(place, 'electron.sh');
  const mount = `mount --bind "${configuration}" /etc/resolv.conf && exec "$0" "$@"`;
  const script = `#!/bin/sh\nexec unshare --mount sh -c '${mount}' '${getElectronPath()}' "$@"\n`;
  writeFileSync(program, script, { mode: 0o755 });
  return program;
};

test('a compromised page causes no name lookup', async ({ place }) => {
  const isRoot = process.getuid?.() === 0;
  const nameServer = isRoot ? await openNameServer() : null;
  const hearthline = await Hearthline.start({
    dataFolder: join(place, 'app'),
    args: ['--welcome'],
    ...(isRoot && { program: writeProgram(place) }),
  });
  const { app, page } = hearthline;
  await hearthline.waitForScreen('welcome');
  const log = join(place, 'net-log.json');
  await app.evaluate(({ session }, file) => session.defaultSession.netLog.startLogging(file), log);

  await page.evaluate(async () => {
    /** Uses WebRTC servers of all kinds and a peer with that name, until all were tried. */
    const gather = async (realm: typeof globalThis, name: string): Promise<void> => {
      const server = (scheme: string, at: string) => ({
        urls: `${scheme}:${scheme}-${at.replace(/\D/g, '')}.${name}.leak.test:${at}`,
        username: 'words',
        credential: 'more',
      });
      const make = () =>
        new realm.RTCPeerConnection({
          iceServers: [
            { urls: `stun:stun.${name}.leak.test:3478` },
            ...[server('turn', '3478?transport=udp'), server('turn', '80?transport=tcp')],
            server('turns', '443?transport=tcp'),
          ],
        });
      const peer = make();
      const partner = make();
      peer.createDataChannel('words');
      const complete = new Promise<void>((done) =>
        peer.addEventListener('icegatheringstatechange', () => {
          if (peer.iceGatheringState === 'complete') done();
        }),
      );
      await peer.setLocalDescription(await peer.createOffer());
      await partner.setRemoteDescription(peer.localDescription!);
      await partner.setLocalDescription(await partner.createAnswer());
      await peer.setRemoteDescription(partner.localDescription!);
      for (const host of [`candidate.${name}.leak.test`, `${name}-leak.local`])
        await peer.addIceCandidate({
          candidate: `candidate:1 1 udp 2122260223 ${host} 9 typ host`,
          sdpMid: '0',
          sdpMLineIndex: 0,
        });
      await complete;
    };
    const add = (name: string, attributes: Record<string, string>): HTMLElement => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      document.body.append(element);
      return element;
    };
    add('meta', { 'http-equiv': 'x-dns-prefetch-control', content: 'on' });
    for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'preload', 'modulepreload'])
      add('link', { rel, href: `https://${rel}.leak.test/`, as: 'image' });
    for (const rel of ['prerender', 'stylesheet', 'icon', 'manifest'])
      add('link', { rel, href: `https://${rel}.leak.test/` });
    add('a', { href: 'https://anchor.leak.test/', ping: 'https://ping.leak.test/' }).click();
    add('img', { src: 'https://img.leak.test/' });
    add('script', { type: 'speculationrules' }).textContent = JSON.stringify({
      prefetch: [{ source: 'list', urls: ['https://speculation.leak.test/'] }],
    });
    navigator.sendBeacon('https://beacon.leak.test/');
    await fetch('https://fetch.leak.test/').catch(() => undefined);
    for (const attempt of [
      () => new WebSocket('wss://socket.leak.test/'),
      () => new EventSource('https://events.leak.test/'),
      () => new Worker('https://worker.leak.test/'),
      () => globalThis.open('https://open.leak.test/'),
    ]) {
      try {
        attempt();
      } catch {
        // Refused immediately.
      }
    }
    const frame = add('iframe', {}) as HTMLIFrameElement;
    const filled = add('iframe', {
      srcdoc: '<link rel=dns-prefetch href=https://srcdoc.leak.test>',
    });
    await gather(globalThis, 'own');
    await gather(frame.contentWindow as unknown as typeof globalThis, 'frame');
    await gather(
      (filled as HTMLIFrameElement).contentWindow as unknown as typeof globalThis,
      'srcdoc',
    );
    location.assign('https://navigation.leak.test/');
  });
  // Allowed names are looked up, which proves that log and name server would show others.
  await app.evaluate(({ session }) =>
    session.defaultSession.resolveHost('control.gvt1.com').catch(() => undefined),
  );
  await app.evaluate(({ session }) => session.defaultSession.netLog.stopLogging());
  const lookups = readLookups(log);
  expect(lookups).toContain('control.gvt1.com');
  expect(lookups).not.toContain('leak');
  if (nameServer !== null) {
    expect(nameServer.names).toContain('control.gvt1.com');
    expect(nameServer.names.filter((name) => /leak/.test(name))).toEqual([]);
  }
  nameServer?.close();
  await hearthline.close();
});
