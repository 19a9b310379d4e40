import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testClock } from '../../unit/engine/support/store.ts';
import { testService, type Respond } from '../../unit/engine/support/http.ts';

/** undici has one timer for all timeouts of a process, so this file needs its own, and one fake clock for all tests. */
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterAll(() => void vi.useRealTimers());

/** Runs everything that needs no timer. */
const settle = async (): Promise<void> => {
  for (let times = 0; times < 20; times += 1) await new Promise((done) => setImmediate(done));
};

/** Resolves when undici publishes on this channel. */
const published = (channel: string): Promise<void> =>
  new Promise((resolve) => {
    const listener = (): void => resolve();
    subscribe(channel, listener);
    onTestFinished(() => void unsubscribe(channel, listener));
  });

describe('a service that stops responding', () => {
  it.each<[string, Respond, silentFrom: string, detail: string]>([
    ['after the request', () => undefined, 'undici:client:sendHeaders', 'UND_ERR_HEADERS_TIMEOUT'],
    [
      'in the middle of its answer',
      (_asked, response) => void response.writeHead(201, { 'content-length': '50' }).write('{'),
      'undici:request:headers',
      'UND_ERR_BODY_TIMEOUT',
    ],
  ])('%s times out after half a minute', async (_when, respond, silentFrom, detail) => {
    const service = await testService(respond, undefined, { clock: testClock() });
    const silent = published(silentFrom);
    let answer: unknown = 'none yet';
    void service.client.sendMessage('n1', 'Hi').then((come) => (answer = come));
    await silent;
    await settle();
    vi.advanceTimersByTime(29_000);
    await settle();
    expect(answer).toBe('none yet');
    vi.advanceTimersByTime(3_000);
    await settle();
    expect(answer).toMatchObject({ error: { code: 'outcome_unknown', detail } });
  });
});
