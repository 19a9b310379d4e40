/**
 * Every way out of a page that Chromium knows, tried from our window as a page that was taken over
 * would (security rule 19). A listener on this computer, TCP and UDP, must hear nothing.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, test } from './support/fixtures.ts';

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

test('a page that was taken over reaches nothing outside, whatever it tries', async ({ start }) => {
  const { heard, port, close } = await openListener();
  const hearthline = await start(['--welcome']);
  const { app, page } = hearthline;
  await hearthline.screen('welcome');

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

    /** Gathers addresses by way of servers, until Chromium says that it has tried all of them. */
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
  // Most ways are refused without an error; these say so.
  expect(tried.failed).toEqual(expect.arrayContaining(['fetch', 'font']));
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(heard).toEqual([]);

  const control = connect(port, '127.0.0.1');
  await expect.poll(() => heard).toEqual(['tcp']);
  control.destroy();
  close();
});
