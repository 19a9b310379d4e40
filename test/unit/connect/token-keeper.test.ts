import { randomBytes } from 'node:crypto';
import type * as nodeFs from 'node:fs';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Answer } from '../../../contract/errors.ts';
import type { AccountID } from '../../../contract/records.ts';
import {
  createAccountBook,
  type AccountBook,
  type LiveGrant,
} from '../../../main/connect/account-book.ts';
import type { Grant, RefreshOutcome } from '../../../main/connect/grant.ts';
import { createGrantV4 } from '../../../main/connect/grant-v4.ts';
import { createTokenKeeper } from '../../../main/connect/token-keeper.ts';
import { openVault, type Vault } from '../../../main/vault/vault.ts';
import { disk } from '../vault/support/full-disk.ts';
import { createHandClock, type HandClock } from './support/hand-clock.ts';
import { createKeptLog, createMemoryVault, buildProfile, unwrap } from './support/service.ts';

vi.mock('node:fs', async (original) => {
  const { limitDisk } = await import('../vault/support/full-disk.ts');
  return limitDisk(await original<typeof nodeFs>());
});

const accountID = 'account-1' as AccountID;
const hour = 3_600_000;
const graceMs = 60_000;

let clock: HandClock;
let book: AccountBook;
let keeper: ReturnType<typeof createTokenKeeper>;
let dead: AccountID[];
let log: ReturnType<typeof createKeptLog>;
/** Sent refresh tokens, in order. */
let sent: string[];
/** The service's responses in order; afterwards always a new pair. */
let answers: (() => RefreshOutcome | Promise<RefreshOutcome>)[];
/** The owners that the service reports, in order; afterwards always the account's user. */
let owners: (() => Answer<string | null>)[];

const pairNumber = (number: number): RefreshOutcome => ({
  result: 'tokens',
  tokens: {
    accessToken: `access-${number}`,
    refreshToken: `refresh-${number}`,
    expiresIn: 3600,
    scopes: null,
  },
});
const lost = (): RefreshOutcome => ({
  result: 'unknown',
  error: { code: 'timeout', message: 'late' },
});
const unreachable = (): RefreshOutcome => ({
  result: 'failed',
  error: { code: 'offline', message: 'no way' },
});
const refused = (): RefreshOutcome => ({
  result: 'dead',
  error: { code: 'reconnect_needed', message: 'over' },
});

const grant: Grant = {
  tokenAddress: 'https://auth.example.com/oauth2/token',
  graceMs: createGrantV4(buildProfile(), () => Promise.reject(new Error('nobody'))).graceMs,
  buildAuthorizeAddress: () => '',
  exchange: () => Promise.reject(new Error('no exchange is expected')),
  refresh: async (refreshToken) => {
    sent.push(refreshToken);
    return (answers.shift() ?? (() => pairNumber(sent.length + 1)))();
  },
};

const connectAccount = (changes: Partial<LiveGrant> = {}): void => {
  unwrap(
    book.saveAccount(accountID, {
      profileID: 'profile-1',
      userID: 'u',
      userName: 'U',
      email: '',
      practice: false,
      scopes: ['offline_access'],
      since: clock.now(),
      grant: {
        state: 'connected',
        accessToken: 'access-1',
        refreshToken: 'refresh-1',
        expiresAt: clock.now() + hour,
        ...changes,
      },
    }),
  );
};
const createKeeper = (vault: Vault): void => {
  book = createAccountBook(vault);
  unwrap(book.saveProfile('profile-1', buildProfile()));
  keeper = createTokenKeeper({
    book,
    clock,
    findGrant: () => grant,
    fetchOwner: async () => (owners.shift() ?? (() => token('u')))(),
    onGrantChange: (id) => dead.push(id),
    log,
  });
};
const ask = (rejected: string | null = null) => keeper.getAccessToken(accountID, rejected);
const token = (value: string) => ({ ok: true as const, value });
const failed = (code: string) => ({
  ok: false,
  error: expect.objectContaining({ code }) as unknown,
});

beforeEach(() => {
  [dead, sent, answers, owners, log] = [[], [], [], [], createKeptLog()];
  clock = createHandClock();
  createKeeper(createMemoryVault());
  connectAccount();
});

describe('an access token', () => {
  it('is the stored one while it is valid', async () => {
    expect(await ask()).toEqual(token('access-1'));
    expect(sent).toEqual([]);
  });

  it('that comes with other scopes is a change of the grant, and one with the same is none', async () => {
    const scopes = ['offline_access', 'supply::messages.read'];
    for (const expected of [[accountID], []]) {
      dead = [];
      createKeeper(createMemoryVault());
      connectAccount();
      const now = expected.length > 0 ? scopes : ['offline_access'];
      answers.push(() => ({
        result: 'tokens',
        tokens: { accessToken: 'a', refreshToken: 'r', expiresIn: 3_600, scopes: now },
      }));
      await ask('access-1');
      expect([dead, book.readAccount(accountID)?.scopes]).toEqual([expected, now]);
    }
  });

  it('is refreshed shortly before it expires', async () => {
    await clock.advance(hour - 100_000);
    expect(await ask()).toEqual(token('access-2'));
    expect(await ask()).toEqual(token('access-2'));
    expect(sent).toEqual(['refresh-1']);
  });

  it('is refreshed when the service rejects it before it expires', async () => {
    expect(await ask('access-1')).toEqual(token('access-2'));
  });

  it('is not refreshed when a token that was already replaced is rejected', async () => {
    await ask('access-1');
    expect(await ask('access-1')).toEqual(token('access-2'));
    expect(sent).toHaveLength(1);
  });

  it('is refreshed after a rejection even if it expires far in the future', async () => {
    connectAccount({ expiresAt: clock.now() + 1000 * hour });
    expect(await ask('access-1')).toEqual(token('access-2'));
  });

  it('is not refreshed in a loop when the clock is set back or forward', async () => {
    const day = 24 * hour;
    await ask('access-1');
    clock.set(clock.now() - day);
    expect(await ask()).toEqual(token('access-2'));
    await clock.advance(hour - 100_000);
    expect(await ask()).toEqual(token('access-3'));
    clock.set(clock.now() + 2 * day);
    for (let n = 0; n < 5; n += 1) expect(await ask()).toEqual(token('access-4'));
    clock.set(clock.now() - day);
    for (let n = 0; n < 5; n += 1) expect(await ask()).toEqual(token('access-4'));
    expect(sent).toHaveLength(3);
  });

  it('is refreshed once when the clock is before its time of issue', async () => {
    connectAccount({ issuedAt: clock.now() });
    clock.set(clock.now() - 24 * hour);
    for (let n = 0; n < 5; n += 1) expect(await ask()).toEqual(token('access-2'));
    expect(sent).toEqual(['refresh-1']);
  });

  it('of an unknown account requires reconnecting', async () => {
    const answer = await keeper.getAccessToken('other' as AccountID, null);
    expect(answer).toEqual(failed('reconnect_needed'));
  });

  it('keeps its refresh token when the service returns no new one', async () => {
    answers = [
      () => ({
        result: 'tokens',
        tokens: { accessToken: 'access-2', refreshToken: null, expiresIn: 3600, scopes: ['a'] },
      }),
    ];
    await ask('access-1');
    expect(book.readAccount(accountID)).toMatchObject({
      scopes: ['a'],
      grant: { accessToken: 'access-2', refreshToken: 'refresh-1' },
    });
  });
});

describe('a refresh', () => {
  it('is shared by all simultaneous callers', async () => {
    const askers = Array.from({ length: 50 }, (_, at) => ask(at % 2 ? null : 'access-1'));
    expect(await Promise.all(askers)).toEqual(Array(50).fill(token('access-2')));
    expect(sent).toEqual(['refresh-1']);
  });

  it('never returns a rejected token to the caller that rejected it', async () => {
    await clock.advance(hour - 100_000);
    answers = [lost, unreachable];
    const [early, late] = [ask(), ask('access-1')];
    await clock.advance(graceMs);
    expect([await early, await late]).toEqual([token('access-4'), token('access-4')]);

    answers = [unreachable];
    await clock.advance(hour - 100_000);
    expect(await Promise.all([ask(), ask('access-4')])).toEqual([
      token('access-4'),
      failed('offline'),
    ]);
  });

  it('stores the new pair in the vault before it returns', async () => {
    const seen: string[] = [];
    await ask('access-1').then(() => seen.push(book.readLiveGrant(accountID)?.refreshToken ?? ''));
    expect(seen).toEqual(['refresh-2']);
  });

  it('is repeated with the same token when its response is lost', async () => {
    answers = [lost, lost];
    const answer = ask('access-1');
    await clock.advance(graceMs);
    expect(await answer).toEqual(token('access-4'));
    expect(sent).toEqual(['refresh-1', 'refresh-1', 'refresh-1']);
  });

  it('is repeated when the network fails after a lost response', async () => {
    answers = [lost, unreachable, unreachable];
    const answer = ask('access-1');
    await clock.advance(graceMs);
    expect(await answer).toEqual(token('access-5'));
  });

  it('is not repeated after the grace period', async () => {
    answers = Array.from({ length: 100 }, () => lost);
    const began = clock.now();
    const answer = ask('access-1');
    await clock.advance(graceMs - 1);
    expect(await answer).toEqual(failed('timeout'));
    expect(sent.length).toBeGreaterThan(5);
    expect(clock.now() - began).toBeLessThan(graceMs);
    expect(dead).toEqual([]);
  });

  it('is repeated within the grace period even if the clock changes', async () => {
    answers = [lost, lost];
    const answer = ask('access-1');
    await clock.advance(100);
    clock.set(clock.now() + 24 * hour);
    await clock.advance(graceMs);
    expect(await answer).toEqual(token('access-4'));
  });

  it('is not repeated at once when the service was not reached', async () => {
    answers = [unreachable];
    expect(await ask('access-1')).toEqual(failed('offline'));
    expect(sent).toHaveLength(1);
    expect(await ask('access-1')).toEqual(token('access-3'));
  });

  it('that fails before the expiry keeps the valid token in use', async () => {
    await clock.advance(hour - 100_000);
    answers = [unreachable];
    expect(await ask()).toEqual(token('access-1'));
    await clock.advance(100_000);
    answers = [unreachable];
    expect(await ask()).toEqual(failed('offline'));
  });

  it('does not overwrite a newer grant', async () => {
    answers = [
      () => {
        connectAccount({ accessToken: 'access-new', refreshToken: 'refresh-new' });
        return pairNumber(2);
      },
    ];
    expect(await ask('access-1')).toEqual(token('access-new'));
    expect(book.readLiveGrant(accountID)?.refreshToken).toBe('refresh-new');
  });

  it('logs no secret', async () => {
    answers = [lost, refused];
    const answer = ask('access-1');
    await clock.advance(1_000);
    await answer;
    expect(log.lines.length).toBeGreaterThan(0);
    expect(log.lines.join()).not.toMatch(/access-|refresh-/);
  });
});

describe('refreshed tokens', () => {
  it('are stored as unconfirmed until the service confirms their owner', async () => {
    const seen: unknown[] = [];
    owners = [
      () => {
        seen.push(book.readLiveGrant(accountID));
        return token('u');
      },
    ];
    expect(await ask('access-1')).toEqual(token('access-2'));
    expect(seen).toMatchObject([{ refreshToken: 'refresh-2', unconfirmed: true }]);
    expect(book.readLiveGrant(accountID)).toMatchObject({ unconfirmed: false });
  });

  it('of another user end the grant, once for all callers', async () => {
    owners = [() => token('somebody else')];
    const askers = Array.from({ length: 9 }, () => ask('access-1'));
    expect(await Promise.all(askers)).toEqual(Array(9).fill(failed('reconnect_needed')));
    expect([dead, sent]).toEqual([[accountID], ['refresh-1']]);
    expect(JSON.stringify(book.readAccount(accountID))).not.toContain('access-2');
  });

  it('are withheld until their owner is confirmed, without a second refresh', async () => {
    const offline = (): Answer<never> => ({ ok: false, error: { code: 'offline', message: '' } });
    owners = [offline, offline];
    expect(await ask('access-1')).toEqual(failed('offline'));
    expect(await ask()).toEqual(failed('offline'));
    expect(await ask()).toEqual(token('access-2'));
    expect(sent).toEqual(['refresh-1']);
  });

  it('of another user are ignored when a newer grant has replaced them', async () => {
    owners = [
      () => {
        connectAccount({ accessToken: 'access-new', refreshToken: 'refresh-new' });
        return token('somebody else');
      },
    ];
    expect(await ask('access-1')).toEqual(token('access-new'));
    expect(dead).toEqual([]);
  });
});

describe('a dead grant', () => {
  it('requires reconnecting, is reported once, and is not sent again', async () => {
    answers = [refused];
    expect(await ask('access-1')).toEqual(failed('reconnect_needed'));
    expect(await ask('access-1')).toEqual(failed('reconnect_needed'));
    expect([dead, sent]).toEqual([[accountID], ['refresh-1']]);
    expect(book.readAccount(accountID)?.grant).toEqual({ state: 'reconnect' });
  });

  it('is ignored when the vault has a newer grant', async () => {
    answers = [
      () => {
        connectAccount({ accessToken: 'access-new', refreshToken: 'refresh-new' });
        return refused();
      },
    ];
    expect(await ask('access-1')).toEqual(token('access-new'));
    expect(dead).toEqual([]);
  });

  it('is a grant without a refresh token once the service rejects its token', async () => {
    connectAccount({ refreshToken: null });
    clock.set(clock.now() + 24 * hour);
    expect(await ask()).toEqual(token('access-1'));
    expect(await ask('access-1')).toEqual(failed('reconnect_needed'));
    expect([dead, sent]).toEqual([[accountID], []]);
  });

  it('is replaced by connecting again', async () => {
    answers = [refused];
    await ask('access-1');
    connectAccount({ accessToken: 'access-new' });
    expect(await ask()).toEqual(token('access-new'));
  });
});

describe('an older copy of the vault', () => {
  it('requires reconnecting when its refresh token was already used, and reconnecting works', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keeper-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [file, older] = [join(folder, 'vault.bin'), join(folder, 'older')];
    const key = randomBytes(32);
    const open = (): Vault => unwrap(openVault({ file, key, random: randomBytes, log }));
    createKeeper(open());
    connectAccount();
    copyFileSync(file, older);
    await clock.advance(hour);
    expect(await ask()).toEqual(token('access-2'));

    copyFileSync(older, file);
    createKeeper(open());
    answers = [refused];
    expect(await ask()).toEqual(failed('reconnect_needed'));
    expect(await ask()).toEqual(failed('reconnect_needed'));
    expect([dead, sent]).toEqual([[accountID], ['refresh-1', 'refresh-1']]);
    connectAccount({ accessToken: 'access-3' });
    createKeeper(open());
    expect(await ask()).toEqual(token('access-3'));
  });
});

describe('a full disk', () => {
  it('withholds the new pair until it is saved, without a second refresh', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keeper-'));
    const file = join(folder, 'vault.bin');
    const key = randomBytes(32);
    const open = (): Vault => unwrap(openVault({ file, key, random: randomBytes, log }));
    createKeeper(open());
    connectAccount();

    answers = [
      () => {
        disk.full = true;
        return pairNumber(2);
      },
    ];
    expect(await ask('access-1')).toEqual(failed('disk_full'));
    expect(createAccountBook(open()).readLiveGrant(accountID)?.refreshToken).toBe('refresh-1');

    disk.full = false;
    expect(await ask('access-1')).toEqual(token('access-2'));
    expect(sent).toEqual(['refresh-1']);
    expect(createAccountBook(open()).readLiveGrant(accountID)?.refreshToken).toBe('refresh-2');
    rmSync(folder, { recursive: true });
  });
});
