/** The secrets scan finds secrets in any file and any encoding (security rule 7). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFinder, listForms } from '../../secrets/needles.ts';
import { scan } from '../../secrets/scan.ts';
import { temporaryFolder } from '../engine/support/store.ts';

const secret = 'kAnaRy_4f1d-0123456789/kAnaRy+==';
const service = {
  state: {
    codes: { 'code-0123456789abcdef': { grantID: 'g' } },
    grants: [
      { accessToken: 'access-0123456789abcdef', refreshTokens: ['refresh-0123456789abcdef'] },
    ],
    webhooks: [
      { auth: { password: 'password-0123456789abcdef' }, webhookURL: 'http://127.0.0.1:1/x' },
    ],
  },
};

/** The folder of a test run with these files. */
const createRun = (left: Readonly<Record<string, string | Buffer>>): string => {
  const data = temporaryFolder();
  const usual = {
    'service.json': JSON.stringify(service),
    'profile.json': JSON.stringify({
      clientSecret: secret,
      staging: { password: 'staging-0123456789' },
    }),
    'keychain.json': JSON.stringify({ secret: Buffer.alloc(32, 7).toString('base64') }),
    'app/vault.bin': 'nothing that can be read',
    'app/practice.json': JSON.stringify({ clientSecret: 'practice-0123456789abc' }),
  };
  for (const [name, content] of Object.entries({ ...usual, ...left })) {
    const file = join(data, 'a-test', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return data;
};

describe('a test run', () => {
  it('without leaked secrets is clean', () => {
    const { secrets, files, found } = scan(createRun({}));
    expect({ secrets, files, found }).toEqual({ secrets: 8, files: 1, found: [] });
  });

  it.each([
    ...['app/leads.db', 'app/leads.db-wal', 'app/logs/main.1.log', 'app/backups/leads-1.db'],
    ...['app/crashes/pending/1.dmp', 'app/Local Storage/leveldb/000003.log', 'app.said'],
    ...['app.cmdline', 'app.environ', 'leads.csv', 'mine.hearthline-backup', 'diagnostics.txt'],
    ...['window.heapsnapshot', 'messages.txt', 'opened', 'core.4711', 'app/window.json'],
  ])('that leaks a secret in %s is reported', (name) => {
    const { found } = scan(createRun({ [name]: `before ${secret} after` }));
    expect(found).toEqual([`a-test/profile.json.clientSecret is in a-test/${name}`]);
  });

  it.each([
    ['a code', 'code-0123456789abcdef'],
    ['an access token', 'access-0123456789abcdef'],
    ['a refresh token', 'refresh-0123456789abcdef'],
    ['a webhook’s password', 'password-0123456789abcdef'],
    ['the staging password', 'staging-0123456789'],
    ['a practice secret', 'practice-0123456789abc'],
    ['the vault’s key', Buffer.alloc(32, 7)],
  ])('that leaks %s is reported', (_, left) => {
    expect(scan(createRun({ 'app/logs/main.1.log': left })).found).toHaveLength(1);
  });
});

describe('a secret is found', () => {
  const find = createFinder(new Map([[secret, 'it']]));
  it.each(listForms(secret).map((form, nth) => [nth, form] as const))(
    'in its encoding %i, at any offset',
    (_, form) => {
      for (const before of [0, 1, 2, 3, 1_000]) {
        const bytes = Buffer.concat([Buffer.alloc(before, 'x'), form, Buffer.from('yz')]);
        expect(find(bytes)).toEqual(['it']);
      }
      expect(find(form.subarray(0, -2))).toEqual([]);
    },
  );

  it('in the base64 of a text that contains it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const pair = Buffer.from(`${before}${secret}${after}`);
        expect(find(Buffer.from(pair.toString('base64')))).toEqual(['it']);
        expect(find(Buffer.from(pair.toString('base64url')))).toEqual(['it']);
      }),
    );
  });

  it('only where it occurs', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
        expect(find(bytes)).toEqual([]);
        expect(find(gzipSync(bytes))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
