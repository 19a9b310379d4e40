/**
 * Request smuggling: requests whose end a proxy and the receiver could see differently must neither become two
 * deliveries nor let a stranger's request pass as an authenticated one.
 */
import { expect, it } from 'vitest';
import { waitUntilClosed, openSockets } from '../../listener/sockets.ts';
import { basic, deliveries, testReceiver } from '../support/receiver.ts';
import { event, negotiation } from '../support/records.ts';

const body = event('NegotiationCreatedV4', negotiation('n1'));
const smuggled = event('NegotiationCreatedV4', negotiation('n2'));
const size = body.length.toString(16);
const credentials = `authorization: ${basic('name:password')}\r\n`;
const start =
  `POST /hook/secret-path HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` + credentials;
const chunked = `${size}\r\n${body}\r\n0\r\n\r\n`;
const inner =
  `POST /hook/secret-path HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` +
  `content-length: ${smuggled.length}\r\n\r\n${smuggled}`;

/** The statuses of all responses on one connection, and the stored bodies. */
const deliver = async (bytes: string) => {
  const { port, store } = await testReceiver();
  const [socket] = await openSockets(port, 1, bytes);
  if (socket === undefined) throw new Error('not connected');
  const answers = (await waitUntilClosed(socket)).match(/(?<=HTTP\/1\.1 )\d+/g)?.map(Number) ?? [];
  return { answers, kept: (await deliveries(store)).map((each) => each.body) };
};

const length = `content-length: ${body.length}\r\n`;

it.each([
  ['a length and chunks', `${start}${length}transfer-encoding: chunked\r\n\r\n${chunked}`],
  ['chunks and a length', `${start}transfer-encoding: chunked\r\n${length}\r\n${chunked}`],
  ['two lengths', `${start}${length}content-length: 3\r\n\r\n${body}`],
  ['two equal lengths', `${start}${length}${length}\r\n${body}`],
  ['a list of lengths', `${start}content-length: ${body.length}, 3\r\n\r\n${body}`],
  ['a signed length', `${start}content-length: +${body.length}\r\n\r\n${body}`],
  ['an unknown coding', `${start}transfer-encoding: xchunked\r\n\r\n${chunked}`],
  ['chunks that are not last', `${start}transfer-encoding: chunked, gzip\r\n\r\n${chunked}`],
  ['a folded header', `${start}transfer-encoding:\r\n chunked\r\n\r\n${chunked}`],
  ['a space before a colon', `${start}transfer-encoding : chunked\r\n\r\n${chunked}`],
  ['bare line feeds', `${start}${length}\r\n${body}`.replaceAll('\r\n', '\n')],
  ['one bare line feed', `${start}x: y\n${length}\r\n${body}`],
  ['a bare carriage return', `${start}x: y\r${length}\r\n${body}`],
  ['a zero byte in a header', `${start}x: \0\r\n${length}\r\n${body}`],
  ['an oversized chunk size', `${start}transfer-encoding: chunked\r\n\r\n1${'0'.repeat(20)}\r\n`],
  ['a negative chunk', `${start}transfer-encoding: chunked\r\n\r\n-1\r\n${body}\r\n0\r\n\r\n`],
])('a request with %s is refused and not stored', async (_what, bytes) => {
  const { answers, kept } = await deliver(bytes);
  expect(answers.length).toBeLessThanOrEqual(1);
  for (const status of answers) expect(status).toBeGreaterThanOrEqual(400);
  expect(kept).toEqual([]);
});

it.each([
  ['behind its length', `${start}${length}\r\n${body}${inner}`],
  ['behind the last chunk', `${start}transfer-encoding: chunked\r\n\r\n${chunked}${inner}`],
  [
    'behind a chunk extension',
    `${start}transfer-encoding: chunked\r\n\r\n${size};a=${'b'.repeat(20)}\r\n${body}\r\n0\r\n\r\n${inner}`,
  ],
])('a second request %s needs its own credentials', async (_what, bytes) => {
  const { answers, kept } = await deliver(bytes);
  expect(answers).toEqual([204, 401]);
  expect(kept).toEqual([body]);
});

it("a stranger's refused request also drops what follows it", async () => {
  const { answers, kept } = await deliver(
    `POST /hook/elsewhere HTTP/1.1\r\nhost: a\r\ncontent-length: 300\r\n\r\n${start}${length}\r\n${body}`,
  );
  expect(answers).toEqual([404]);
  expect(kept).toEqual([]);
});
