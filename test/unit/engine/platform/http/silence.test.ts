import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testClock } from '../../support/store.ts';
import { testService, type Respond } from '../../support/http.ts';

/** undici has one timer for all of its time-outs, so the clock is the same from first to last. */
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterAll(() => void vi.useRealTimers());

/** Lets everything happen that needs no timer. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
};

/** Comes when undici publishes that a request has come so far. */
const published = (channel: string): Promise<void> =>
  new Promise((resolve) => {
    const heard = (): void => resolve();
    subscribe(channel, heard);
    onTestFinished(() => void unsubscribe(channel, heard));
  });

describe('a service that says no more', () => {
  it.each<[string, Respond, silentFrom: string, detail: string]>([
    ['after the request', () => undefined, 'undici:client:sendHeaders', 'UND_ERR_HEADERS_TIMEOUT'],
    [
      'in the middle of its answer',
      (_asked, response) => void response.writeHead(201, { 'content-length': '50' }).write('{'),
      'undici:request:headers',
      'UND_ERR_BODY_TIMEOUT',
    ],
  ])('%s is waited for half a minute', async (_when, respond, silentFrom, detail) => {
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
