import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { bundlesVariable } from '../../programs.ts';
import { forkEngine, temporaryFolder } from './support/engine.ts';
import { openMarketplace } from './support/marketplace.ts';

/** Decide from the database whether a part is used. */
const allowed = ['team/gate.ts', 'automatic/runtime.ts', 'reach/reach.ts', 'reach/news.ts'];

it('an engine without a team, rules and channels loads nothing of them and connects to its service only', async () => {
  const watched = join(temporaryFolder(), 'watched');
  vi.stubEnv('HEARTHLINE_WATCHED', watched);
  const watcher = new URL('./support/watch-process.ts', import.meta.url).href;
  vi.stubEnv('NODE_OPTIONS', `--import ${watcher}`);
  // A bundle has no modules to watch.
  vi.stubEnv(bundlesVariable, undefined);
  const marketplace = await openMarketplace({ listNegotiations: true });
  const engine = await forkEngine(marketplace, temporaryFolder());
  vi.unstubAllEnvs();
  const negotiationID = await marketplace.request('Wilma');
  await engine.ask('connection.check', { accountID: marketplace.account.accountID });
  const { leadID } = await engine.until('the lead is there', async () => {
    const found = await engine.leadOf('Wilma');
    return found?.isIncomplete === false ? found : null;
  });
  await engine.ask('settings.change', { undoSeconds: 0 });
  await engine.ask('leads.mark', { leadIDs: [leadID], starred: true });
  await engine.reply(leadID, 'On my way');
  engine.send({ type: 'wake' });
  await engine.until('the reply is sent', async () =>
    (await marketplace.thread(negotiationID)).includes('On my way'),
  );
  await engine.ask('tunnel.report', {});
  expect(await engine.ask('automaticReplies.list', {})).toMatchObject({ rules: [] });
  expect(await engine.ask('reach.report', {})).toEqual({ channels: [] });

  const lines = readFileSync(watched, 'utf8').trim().split('\n');
  const modules = lines.filter((line) => line.startsWith('module '));
  const sockets = lines.filter((line) => line.startsWith('socket '));
  expect(modules.some((line) => line.endsWith('main/engine/compose.ts'))).toBe(true);
  expect(
    modules.filter(
      (line) =>
        /\/(team|automatic|reach|hub)\/|@nats-io|\/nkeys|\/hpke/.test(line) &&
        !allowed.some((file) => line.endsWith(`main/engine/${file}`)),
    ),
  ).toEqual([]);
  const { host } = new URL(marketplace.account.profile.baseUrl);
  expect([...new Set(sockets)]).toEqual([`socket ${host}`]);
});
