/**
 * Sends arbitrary bytes to the receiver: it must accept only deliveries with valid credentials, stay undamaged,
 * and accept the next valid one.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzz, computeTimeout } from '../../../fuzz.ts';
import { conversation, sendOnConnection, parseStatuses } from '../../listener/wire.ts';
import { basic, deliveries, testReceiver } from '../support/receiver.ts';
import { event, message, negotiation } from '../support/records.ts';

const right = `authorization: ${basic('name:password')}`;
const known = [
  event('NegotiationCreatedV4', negotiation('n1')),
  event('MessageCreatedV4', message('m1', 'n1', 'Customer', 'Hi', 0)),
];
const bodies = [
  ...known,
  ...known.map((body) => body.replace('"data":{', '"data":{"__proto__":{"polluted":true},')),
];
const targets = ['/hook/secret-path', '/hook/secret-path', '/a/hook/secret-path?x=/hook/y'];
const type = 'content-type: application/json';
const withCredentials = {
  methods: ['POST', 'POST', 'POST', 'PUT'],
  targets: [...targets, '/partner/secret-path/v1/lead', '/hook/elsewhere'],
  always: ['host: a', type, right],
  headers: [
    ...['expect: 100-continue', 'content-encoding: gzip', 'connection: close', right],
    'content-type: application/json; charset=utf-16le',
  ],
  bodies,
};
const guesses = [
  ...['name:wrong', 'other:password', 'NAME:password', 'name:password\0', 'name', ':'].map(basic),
  ...['Basic', 'Basic !!', 'Bearer x', ''],
];
const without = fc.constantFrom(...guesses).chain((guess) =>
  conversation({
    ...withCredentials,
    always: ['host: a', type, `authorization: ${guess}`],
    headers: ['expect: 100-continue', 'connection: close'],
  }),
);

/** Accepted, continued or refused, but never a server error. */
const isAnswer = (status: number): boolean =>
  status === 204 || status === 100 || (status >= 400 && status < 500);

it(
  'arbitrary bytes with valid credentials damage nothing and do not block valid deliveries',
  { timeout: computeTimeout(60) },
  async () => {
    const { port, send, store, log } = await testReceiver();
    await fc.assert(
      fc.asyncProperty(conversation(withCredentials), async (pieces) => {
        const response = await sendOnConnection(port, pieces, async () =>
          expect(await send(known[0] ?? '')).toBe(204),
        );
        for (const status of parseStatuses(response)) expect(status).toSatisfy(isAnswer);
        expect(response).not.toMatch(/\n\s*at |\.[jt]s\b|password|secret/);
      }),
      fuzz(150),
    );
    await new Promise((done) => setImmediate(done));
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(store.db.pragma('integrity_check', { simple: true })).toBe('ok');
    for (const { body } of await deliveries(store))
      expect(() => JSON.parse(body) as unknown).not.toThrow();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  },
);

it(
  'input without valid credentials is never accepted',
  { timeout: computeTimeout(60) },
  async () => {
    const { port, send, store, receiver } = await testReceiver();
    const honest = async () => expect(await send(known[0] ?? '')).toBe(204);
    await honest();
    await fc.assert(
      fc.asyncProperty(without, async (pieces) => {
        const response = await sendOnConnection(port, pieces, honest);
        for (const status of parseStatuses(response)) expect(status).toBeGreaterThanOrEqual(400);
      }),
      fuzz(250),
    );
    expect(await deliveries(store)).toHaveLength(1);
    expect(receiver.report().refused).toBeGreaterThan(0);
  },
);
