/** Which responses count as photos, and how a fetch ends. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../main/clock/clock.ts';
import {
  createPhotoFetcher,
  maxPhotoSize,
  maxFetchMs,
} from '../../../../main/engine/photos/fetch.ts';
import { detectType } from '../../../../main/engine/photos/size.ts';
import { testClock } from '../support/store.ts';
import { heads, pictureOf, pictureServer, type PictureServer } from './pictures.ts';

const fetcherOf = (clock = testClock()) => {
  const fetcher = createPhotoFetcher({ ...systemClock, after: clock.after });
  onTestFinished(fetcher.close);
  return fetcher;
};
const get = ({ origin }: PictureServer, path = '/a.png', clock = testClock()) =>
  fetcherOf(clock).fetch(origin + path, origin);

describe('a photo', () => {
  it.each(Object.entries(heads))(
    'is recognized as %s by its first bytes, whatever its header is',
    async (type, head) => {
      const server = await pictureServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end(head);
      });
      const answer = await get(server);
      expect(answer).toEqual({ ok: true, value: { type, bytes: head } });
    },
  );

  it.each([
    ['a page', '<!doctype html>'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['an HEIC photo', '\0\0\0\x18ftypheic\0\0\0\0'],
    ['nothing', ''],
  ])('is not %s, even with its type', async (_, text) => {
    expect(detectType(Buffer.from(text, 'latin1'))).toBeNull();
    const server = await pictureServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(text, 'latin1'));
    });
    expect(await get(server)).toMatchObject({ ok: false, error: { code: 'unexpected_answer' } });
  });

  it.each(Object.entries(pictureOf))(
    'in the format %s with more than 50 megapixels is refused',
    async (_type, picture) => {
      for (const [width, height, isPhoto] of [
        [7_000, 7_000, true],
        [10_000, 5_001, false],
      ] as const) {
        const server = await pictureServer((_, response) => response.end(picture(width, height)));
        expect((await get(server)).ok).toBe(isPhoto);
      }
    },
  );

  it('with a size in bytes that JPEG decoders skip is refused', async () => {
    const [hidden, shown] = [pictureOf.jpg(60_000, 60_000), pictureOf.jpg(40, 30)].map((picture) =>
      picture.subarray(2),
    );
    const length = (hidden ?? []).length + 2;
    const bytes = [Buffer.from([0xff, 0xd8, 0xff, 0, 0, length]), hidden, shown].flatMap(
      (part) => part ?? [],
    );
    const server = await pictureServer((_, response) => response.end(Buffer.concat(bytes)));
    expect((await get(server)).ok).toBe(false);
  });

  it('without dimensions in its header is rejected', async () => {
    const server = await pictureServer((_, response) => response.end('\x89PNG\r\n\x1a\n a png'));
    expect(await get(server)).toMatchObject({ ok: false, error: { code: 'unexpected_answer' } });
  });

  it('is requested without token or cookie', async () => {
    const server = await pictureServer((_, response) => {
      response.writeHead(200, { 'set-cookie': 'seen=1' }).end(heads.png);
    });
    const fetcher = fetcherOf();
    await fetcher.fetch(`${server.origin}/a.png`, server.origin);
    await fetcher.fetch(`${server.origin}/a.png`, server.origin);
    for (const { headers } of server.asked)
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ]);
  });

  it.each([true, false])(
    'has at most 15 MB, with a length header or not (%s)',
    async (hasLength) => {
      let sent = 0;
      const server = await pictureServer((_, response) => {
        const size = maxPhotoSize + 1;
        response.writeHead(200, hasLength ? { 'content-length': size } : {});
        response.write(heads.png);
        const more = (): void => {
          while (sent < size && !response.destroyed) {
            sent += 1_000_000;
            if (!response.write(Buffer.alloc(1_000_000))) return;
          }
        };
        response.on('drain', more);
        more();
      });
      expect(await get(server)).toMatchObject({
        ok: false,
        error: { code: 'unexpected_answer', detail: 'too large' },
      });
    },
  );

  it('may take at most 20 seconds', async () => {
    const clock = testClock();
    const server = await pictureServer((_, response) => {
      response.writeHead(200).write(heads.png);
      setImmediate(() => clock.advance(maxFetchMs));
    });
    expect(await get(server, '/a.png', clock)).toMatchObject({ error: { code: 'timeout' } });
  });

  it.each([
    [404, 'gone'],
    [403, 'forbidden'],
    [429, 'rate_limited'],
    [503, 'service_unavailable'],
    [204, 'unexpected_answer'],
  ])('with the response %i is %s', async (status, code) => {
    const server = await pictureServer((_, response) => void response.writeHead(status).end());
    expect(await get(server)).toMatchObject({ ok: false, error: { code } });
  });

  it('from an unreachable server is offline', async () => {
    const fetcher = fetcherOf();
    const here = 'http://127.0.0.1:1';
    expect(await fetcher.fetch(`${here}/a.png`, here)).toMatchObject({
      error: { code: 'offline' },
    });
  });
});

describe('a redirect', () => {
  const hops = async (count: number) =>
    pictureServer(({ url = '' }, response) => {
      const hop = Number(url.slice(1));
      if (hop < count) response.writeHead(302, { location: `/${hop + 1}` }).end();
      else response.writeHead(200).end(heads.png);
    });

  it('is followed at most three times', async () => {
    expect(await get(await hops(3), '/0')).toMatchObject({ ok: true });
    const server = await hops(4);
    expect(await get(server, '/0')).toMatchObject({ error: { code: 'unexpected_answer' } });
    expect(server.asked).toHaveLength(4);
  });

  it.each([
    'https://192.168.0.1/',
    'https://169.254.169.254/',
    'https://[fd00::1]/',
    'https://user:word@images.example/',
    'http://images.example/',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'http://',
  ])('is checked like the first address: %s is not followed', async (location) => {
    const server = await pictureServer((_, response) => {
      response.writeHead(302, { location }).end();
    });
    expect(await get(server)).toMatchObject({ error: { code: 'unexpected_answer' } });
    expect(server.asked).toHaveLength(1);
  });
});

describe('a redirect from a hostile server', () => {
  it('carries no cookie, referrer or credentials', async () => {
    const server = await pictureServer(({ url = '' }, response) => {
      const headers = { 'set-cookie': 'seen=1', 'www-authenticate': 'Basic realm="pictures"' };
      if (url === '/a.png') response.writeHead(307, { ...headers, location: '/b.png' }).end();
      else response.writeHead(200, headers).end(heads.png);
    });
    expect(await get(server)).toMatchObject({ ok: true });
    const [first, second] = server.asked.map(({ headers }) => Object.keys(headers).toSorted());
    expect(second).toEqual(first);
    expect(second).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  it('to itself is followed at most three times', async () => {
    const server = await pictureServer(({ url }, response) => {
      response.writeHead(301, { location: url }).end();
    });
    expect(await get(server)).toMatchObject({ error: { detail: 'too many redirects' } });
    expect(server.asked).toHaveLength(4);
  });

  it('with a body that never ends is followed without reading the body', async () => {
    let sent = 0;
    const isLeft = Promise.withResolvers<void>();
    const server = await pictureServer(({ url = '' }, response) => {
      if (url === '/b.png') return void response.end(heads.png);
      response.writeHead(302, { location: '/b.png' });
      response.once('close', () => isLeft.resolve());
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(1_000_000))) sent += 1;
      };
      response.on('drain', pour);
      pour();
    });
    expect(await get(server)).toMatchObject({ ok: true });
    await isLeft.promise;
    expect(sent).toBeLessThan(20);
  });

  it('that is slow counts toward the time limit of the photo', async () => {
    const clock = testClock();
    const server = await pictureServer(({ url = '' }, response) => {
      if (url === '/b.png') return void clock.advance(maxFetchMs);
      response.writeHead(302, { location: '/b.png' }).end();
    });
    expect(await get(server, '/a.png', clock)).toMatchObject({ error: { code: 'timeout' } });
  });

  it.each([
    'http://127.0.0.1:1/a.png',
    'https://127.0.0.1:1/a.png',
    'https://localhost/a.png',
    'https://[::ffff:127.0.0.1]/a.png',
    'https://2130706433/a.png',
  ])('does not lead an account of a public service to %s', async (address) => {
    const answer = await fetcherOf().fetch(address, 'https://pro-api.example');
    expect(answer).toMatchObject({
      error: { code: 'unexpected_answer', detail: 'nothing is fetched from there' },
    });
  });
});

it('a host name that resolves to this computer is not connected to', async () => {
  const fetcher = fetcherOf();
  expect(await fetcher.fetch('https://localhost:1/a.png', 'https://pro-api.example')).toMatchObject(
    {
      error: { code: 'unexpected_answer', detail: 'nothing is fetched from there' },
    },
  );
});
