import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { succeed } from '../../../contract/errors.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Clock } from '../../../main/clock/clock.ts';
import { createAccountBook, type AccountBook } from '../../../main/connect/account-book.ts';
import { createGrantLegacy } from '../../../main/connect/grant-legacy.ts';
import { createTokenKeeper } from '../../../main/connect/token-keeper.ts';
import { startHTTPService, json, type Asked, type Respond } from './support/http-service.ts';
import { createKeptLog, buildLegacyProfile, createMemoryVault, unwrap } from './support/service.ts';

const accountID = 'account-1' as AccountID;
const start = 1_800_000_000_000;

let now: number;
let book: AccountBook;
let keeper: ReturnType<typeof createTokenKeeper>;
let log: ReturnType<typeof createKeptLog>;
let dead: AccountID[];
let asked: Asked[];
/** When the service received each request, in milliseconds after the start. */
let times: number[];
/** The service's responses in order; afterwards always a new pair. */
let answers: Respond[];

/** A clock whose timers run at once and advance it. */
const eager: Clock = {
  now: () => now,
  steady: () => now,
  after: (ms, work) => {
    const timer = setImmediate(() => {
      now += ms;
      work();
    });
    return () => clearImmediate(timer);
  },
};
const pair = (number: number): Respond =>
  json(200, {
    access_token: `canary-access-${number}`,
    token_type: 'bearer',
    expires_in: 3600,
    refresh_token: `canary-refresh-${number}`,
  });
const cut: Respond = (_asked, response) => void response.socket?.destroy();

beforeEach(async () => {
  [now, times, answers, dead, log] = [start, [], [], [], createKeptLog()];
  const service = await startHTTPService((one, response, nth) => {
    times.push(now - start);
    (answers.shift() ?? pair(nth + 1))(one, response, nth);
  });
  asked = service.asked;
  const profile = buildLegacyProfile({ baseUrl: service.origin });
  book = createAccountBook(createMemoryVault());
  unwrap(
    book.saveAccount(accountID, {
      ...{ profileID: 'p', userID: '555', userName: 'Lee Plumbing', email: '', practice: false },
      scopes: ['messages'],
      since: now,
      grant: {
        state: 'connected',
        accessToken: 'canary-access-1',
        refreshToken: 'canary-refresh-1',
        expiresAt: now,
      },
    }),
  );
  keeper = createTokenKeeper({
    book,
    clock: eager,
    findGrant: () => createGrantLegacy(profile, fetch),
    fetchOwner: async () => succeed('555'),
    onGrantChange: (id) => dead.push(id),
    log,
  });
  return () => expect(JSON.stringify(log.lines)).not.toContain('canary');
});

const token = () => keeper.getAccessToken(accountID, null);
const listSentTokens = () => asked.map(({ query }) => query['refresh_token']);

describe('the tokens of a legacy account', () => {
  it('are refreshed once for fifty callers, and the new pair is stored', async () => {
    const tokens = await Promise.all(Array.from({ length: 50 }, token));
    expect(new Set(tokens.map(unwrap))).toEqual(new Set(['canary-access-2']));
    expect(listSentTokens()).toEqual(['canary-refresh-1']);
    expect(book.readLiveGrant(accountID)).toMatchObject({
      state: 'connected',
      accessToken: 'canary-access-2',
      refreshToken: 'canary-refresh-2',
      expiresAt: start + 3_600_000,
    });
  });

  it.each<[string, Respond]>([
    ['a cut connection', cut],
    ['null', json(200, null)],
    ['an empty answer', (_asked, response) => void response.writeHead(200).end()],
    ['503', json(503, {})],
  ])('are requested again with the same refresh token after %s', async (_, respond) => {
    answers = [respond, respond];
    expect(unwrap(await token())).toBe('canary-access-4');
    expect(listSentTokens()).toEqual(Array.from({ length: 3 }, () => 'canary-refresh-1'));
  });

  it('are not requested again after the grace period of ten seconds, and the grant is kept', async () => {
    answers = Array.from({ length: 20 }, () => json(200, null));
    expect(await token()).toMatchObject({ ok: false, error: { code: 'unexpected_answer' } });
    expect(times).toEqual([0, 500, 1_500, 3_500, 7_500]);
    expect([book.readLiveGrant(accountID)?.refreshToken, dead]).toEqual(['canary-refresh-1', []]);
  });

  it('are not requested again when the client is refused', async () => {
    answers = [json(400, { error: 'INVALID_CLIENT' })];
    expect(await token()).toMatchObject({ error: { code: 'connect_refused' } });
    expect([asked.length, dead]).toEqual([1, []]);
  });

  it('end with INVALID_GRANT, and the account must be reconnected', async () => {
    answers = [json(400, { error: 'INVALID_GRANT' })];
    expect(await token()).toMatchObject({ error: { code: 'reconnect_needed' } });
    expect([book.readAccount(accountID)?.grant.state, dead]).toEqual(['reconnect', [accountID]]);
  });
});

describe('a legacy refresh without a response', () => {
  it('times out early enough for two retries within the grace period', async () => {
    const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late);
    onTestFinished(() => timeout.mockRestore());

    const refreshed = await createGrantLegacy(buildLegacyProfile(), fetch).refresh('refresh-1');

    expect(refreshed).toMatchObject({ result: 'unknown', error: { code: 'timeout' } });
    const [patience = 0] = timeout.mock.calls[0] ?? [];
    // Two timeouts and the pauses after them leave time for a third request.
    expect(2 * patience + 500 + 1_000).toBeLessThan(10_000);
  });
});
