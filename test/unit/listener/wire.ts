/**
 * Generates raw input for an HTTP server: requests that are valid, incomplete, contradictory or oddly encoded,
 * and noise.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Texts that are known to break parsers of JSON, headers and addresses. */
const oddText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    ...['', ' ', '\0', '../..', '%00', '%c0%ae', '%', '\r\nx: y', '{}', '[]', '__proto__', '*'],
    ...['\uFEFF', '\u202E', 'x'.repeat(5_000), '-1', '1e400', 'NaN', '0x10', '\u2028'],
  ),
);

/** Texts that parsers of JSON disagree about. */
const oddJSON = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.integer({ min: 1, max: 60_000 }).map((deep) => '['.repeat(deep) + ']'.repeat(deep)),
  fc.integer({ min: 1, max: 20_000 }).map((deep) => '{"a":'.repeat(deep) + '1' + '}'.repeat(deep)),
  fc.constantFrom(
    '{"event":{"eventType":"NegotiationCreatedV4","eventType":"MessageCreatedV4"},"data":{}}',
    '{"__proto__":{"polluted":true},"event":{"__proto__":{"eventType":"x","polluted":true}}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"event":{"eventType":1e999,"webhookID":-0},"data":{"negotiationID":9007199254740993}}',
    `{"event":{"eventType":"NegotiationCreatedV4"},"data":{"leadPrice":${'9'.repeat(400)}}}`,
    '{"event":null}',
    '"\\ud800"',
    '{"a":"\u0000"}',
    '{"a":1}{"b":2}',
    'NaN',
    '// comment\n{}',
    "{'a':1}",
  ),
);

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
/** Overlong UTF-8: the first bracket takes two bytes, which is invalid. */
const overlong = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0xc1, 0xbb]), Buffer.from(text.slice(1))]);
const bitFlipped = (bytes: Buffer, at: number): Buffer => {
  const flipped = Buffer.from(bytes);
  const index = at % Math.max(1, flipped.length);
  flipped[index] = (flipped[index] ?? 0) ^ (1 << (at % 8));
  return flipped;
};

/** The bytes of a text in various encodings, some damaged. */
const encoded = (text: string): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(Buffer.from(text)) },
    fc.constant(utf16(text)),
    fc.constant(latin(text)),
    fc.constant(Buffer.from(`\uFEFF${text}`)),
    fc.constant(overlong(text)),
    fc.constant(gzipSync(text)),
    fc.nat(100_000).map((at) => bitFlipped(Buffer.from(text), at)),
    fc.nat(100).map((part) => Buffer.from(text).subarray(0, (text.length * part) / 100)),
  );

/** A chunked body, whose chunk sizes may be followed by `lie`. */
const chunked = (body: Buffer, sizes: readonly number[], lie: string): Buffer => {
  const parts: Buffer[] = [];
  let from = 0;
  for (const size of [...sizes, body.length]) {
    const part = body.subarray(from, from + size);
    if (part.length === 0) break;
    parts.push(latin(`${part.length.toString(16)}${lie}\r\n`), part, latin('\r\n'));
    from += part.length;
  }
  return Buffer.concat([...parts, latin('0\r\n\r\n')]);
};

export type Asking = {
  readonly methods: readonly string[];
  readonly targets: readonly string[];
  /** Header lines that the server requires; usually present. */
  readonly always: readonly string[];
  readonly headers: readonly string[];
  /** Bodies that the server accepts. */
  readonly bodies: readonly string[];
};

/** One request, possibly invalid. */
const request = ({ methods, targets, always, headers, bodies }: Asking): fc.Arbitrary<Buffer> => {
  const body = fc
    .oneof({ weight: 2, arbitrary: fc.constantFrom(...bodies) }, oddJSON, oddText)
    .chain(encoded);
  const framing = body.chain((bytes) =>
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constant({ line: `content-length: ${bytes.length}\r\n`, bytes }),
      },
      fc
        .record({
          sizes: fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 5 }),
          lie: fc.constantFrom('', '', ';x=y', '0', ' ', 'g', ';'.repeat(5_000)),
        })
        .map(({ sizes, lie }) => ({
          line: 'transfer-encoding: chunked\r\n',
          bytes: chunked(bytes, sizes, lie),
        })),
      fc
        .constantFrom(
          '0',
          '1',
          '-1',
          '+5',
          '1e3',
          '99999999999999999999',
          '0x5',
          '5, 5',
          '300000',
          '',
        )
        .map((length) => ({ line: `content-length: ${length}\r\n`, bytes })),
      fc.constant({
        line: `content-length: ${bytes.length}\r\ntransfer-encoding: chunked\r\n`,
        bytes,
      }),
      fc.constant({ line: 'transfer-encoding: gzip, chunked\r\n', bytes }),
      fc.constant({ line: '', bytes }),
    ),
  );
  return fc
    .record({
      method: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...methods) }, oddText),
      target: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...targets) }, oddText),
      version: fc.constantFrom(
        ...Array<string>(12).fill('HTTP/1.1'),
        'HTTP/1.0',
        'HTTP/2.0',
        'ICY',
        '',
      ),
      usual: fc.oneof(
        { weight: 5, arbitrary: fc.constant([...always]) },
        fc.shuffledSubarray([...always]),
      ),
      more: fc.shuffledSubarray([...headers], { maxLength: 2 }),
      odd: fc.array(
        oddText.map((text) => `x-odd: ${text}`),
        { maxLength: 1 },
      ),
      end: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
      framing,
    })
    .map(({ method, target, version, usual, more, odd, end, framing: { line, bytes } }) =>
      Buffer.concat([
        latin(`${method} ${target} ${version}${end}`),
        latin([...usual, ...more, ...odd].map((each) => `${each}${end}`).join('')),
        latin(line + end),
        bytes,
      ]),
    );
};

/** The input of one connection: requests in a row, or noise, in pieces of any size. */
export const conversation = (asking: Asking): fc.Arbitrary<readonly Buffer[]> =>
  fc
    .record({
      bytes: fc.oneof(
        {
          weight: 6,
          arbitrary: fc
            .array(request(asking), { minLength: 1, maxLength: 4 })
            .map((each) => Buffer.concat(each)),
        },
        fc.uint8Array({ maxLength: 2_000 }).map((noise) => Buffer.from(noise)),
      ),
      cuts: fc.array(fc.nat(100), { maxLength: 4 }),
    })
    .map(({ bytes, cuts }) => {
      const places = cuts.map((part) => Math.floor((bytes.length * part) / 100));
      const ends = [...places.toSorted((one, other) => one - other), bytes.length];
      return ends.map((end, nth) => bytes.subarray(ends[nth - 1] ?? 0, end));
    });

/** Sends all pieces on one connection and returns its responses once another request was answered. */
export const sendOnConnection = async (
  port: number,
  pieces: readonly Buffer[],
  other: () => Promise<unknown>,
): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  await once(socket, 'connect');
  for (const piece of pieces) {
    if (!socket.destroyed) socket.write(piece);
    await new Promise((done) => setImmediate(done));
  }
  await other();
  socket.end();
  if (!socket.closed) await once(socket, 'close');
  return received;
};

/** The HTTP statuses in the responses of a connection. */
export const parseStatuses = (received: string): readonly number[] =>
  [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
