import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '../../../contract/errors.ts';
import type { AccountID } from '../../../contract/records.ts';
import { createAccountBook, type AccountBook } from '../../../main/connect/account-book.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { createGrantV4 } from '../../../main/connect/grant-v4.ts';
import { createTokenKeeper } from '../../../main/connect/token-keeper.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { anybody, createKeptLog, unwrap } from '../../unit/connect/support/service.ts';
import { resolveProgram } from '../../programs.ts';
import { decide, startService, type Service } from './support/service.ts';

const accountID = 'account-1' as AccountID;
const key = randomBytes(32);
const log = createKeptLog();
let service: Service;
let folder = '';

beforeEach(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'kill-'));
  await connectDirectly();
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const openBook = (): AccountBook =>
  createAccountBook(
    unwrap(openVault({ file: join(folder, 'vault.bin'), key, random: randomBytes, log })),
  );

/** Connects without a listener, so that tests do not compete for the registered port. */
const connectDirectly = async (): Promise<void> => {
  const grant = createGrantV4(service.profile, fetch);
  const [redirectUri = ''] = service.profile.redirectUris;
  const verifier = randomBytes(32).toString('base64url');
  const page = grant.buildAuthorizeAddress({
    redirectUri,
    verifier,
    state: 'some-state',
    hint: anybody,
  });
  const code = new URL(await decide(page, 'allow')).searchParams.get('code') ?? '';
  const tokens = unwrap(await grant.exchange({ code, redirectUri, verifier }));
  const { accessToken, refreshToken } = tokens;
  const account = {
    ...{ profileID: 'p', userID: 'u', userName: '', email: '', practice: false, scopes: [] },
    since: 0,
    grant: { state: 'connected', accessToken, refreshToken, expiresAt: Date.now() + 3_600_000 },
  } as const;
  unwrap(openBook().saveAccount(accountID, account));
};

/** Runs the refresher, kills it after `count` tokens, and returns all that it printed. */
const refreshAndKill = (count: number): Promise<string[]> =>
  new Promise((ended, failed) => {
    const script = resolveProgram('test/integration/connect/support/refresher.ts');
    const args = [folder + '/vault.bin', key.toString('hex'), accountID];
    const child = spawn(process.execPath, [script, ...args, JSON.stringify(service.profile)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const tokens: string[] = [];
    createInterface({ input: child.stdout }).on('line', (token) => {
      tokens.push(token);
      if (tokens.length === count) child.kill('SIGKILL');
    });
    child.on('close', (_, signal) =>
      signal === 'SIGKILL' ? ended(tokens) : failed(new Error('the refresher ended by itself')),
    );
  });

describe('a kill -9 during token refreshes', () => {
  it('loses nothing: the newest token pair is on disk and can be refreshed', async () => {
    for (const count of [2, 3, 5, 8, 13]) {
      const printed = await refreshAndKill(count);

      const book = openBook();
      const stored = book.readLiveGrant(accountID)?.accessToken ?? '';
      // The last printed token, or one that was saved but not yet printed.
      expect([-1, printed.length - 1]).toContain(printed.indexOf(stored));

      const keeper = createTokenKeeper({
        book,
        clock: systemClock,
        findGrant: () => createGrantV4(service.profile, fetch),
        fetchOwner: async () => succeed(null),
        onGrantChange: () => expect.fail('the grant died'),
        log,
      });
      const token = unwrap(await keeper.getAccessToken(accountID, stored));
      expect(await service.call('/api/v4/users/self', token)).toBe(200);
    }
  });
});
