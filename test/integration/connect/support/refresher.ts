/**
 * A program that only refreshes: it prints each access token and immediately reports it as rejected. Made to
 * be killed at any moment (kill.test.ts).
 */
import { randomBytes } from 'node:crypto';
import type { ServiceProfile } from '../../../../contract/profile.ts';
import { succeed } from '../../../../contract/errors.ts';
import type { AccountID } from '../../../../contract/records.ts';
import { createAccountBook } from '../../../../main/connect/account-book.ts';
import { systemClock } from '../../../../main/clock/clock.ts';
import { createGrantV4 } from '../../../../main/connect/grant-v4.ts';
import { createTokenKeeper } from '../../../../main/connect/token-keeper.ts';
import { openVault } from '../../../../main/vault/vault.ts';

const [file = '', key = '', accountID = '', profile = ''] = process.argv.slice(2);
const log = { info: () => {}, warn: () => {}, error: () => {} };
const vault = openVault({ file, key: Buffer.from(key, 'hex'), random: randomBytes, log });
if (!vault.ok) throw new Error(vault.error.message);
const keeper = createTokenKeeper({
  book: createAccountBook(vault.value),
  clock: systemClock,
  findGrant: () => createGrantV4(JSON.parse(profile) as ServiceProfile, fetch),
  fetchOwner: async () => succeed(null),
  onGrantChange: () => {},
  log,
});

let token: string | null = null;
for (;;) {
  const answer = await keeper.getAccessToken(accountID as AccountID, token);
  if (!answer.ok) throw new Error(answer.error.code);
  token = answer.value;
  process.stdout.write(`${token}\n`);
}
