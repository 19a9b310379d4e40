/** The log in memory, which other tests use, keeps the contract of the real one. */
import { expect, it } from 'vitest';
import { bytes, testTeamLog, textOf } from '../../team/log-contract.ts';
import { memoryServer } from '../../team/memory-log.ts';

testTeamLog(async ({ maxBytes = 2 ** 28 }) => {
  const limits = { maxEntryBytes: 64 * 1024, maxBytes };
  const { connect, start, stop, recreate, purgeTo } = memoryServer({
    limits,
    forbidden: ['team.>'],
  });
  return {
    connect: async () => connect(),
    stop: async () => stop(),
    start: async () => start(),
    recreate: async () => recreate(),
    purgeTo: async (sequence) => purgeTo(sequence),
    close: async () => {},
  };
});

it('an attempt without an answer may have been stored', async () => {
  const server = memoryServer();
  const log = server.connect();
  server.loseAnswers(1);
  const attempt = { expectedLast: 0 };
  expect(await log.publish('claim.lead', bytes('ana'), attempt)).toMatchObject({ code: 'unknown' });
  expect(await log.publish('claim.lead', bytes('ana'), attempt)).toMatchObject({
    code: 'conflict',
  });
  const last = await log.getLast('claim.lead');
  expect(last.ok && last.entry && textOf(last.entry)).toBe('ana');
});
