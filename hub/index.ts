/**
 * The hub's program. Without a command it serves, and runs this computer's keepers. `create-team` creates a team and
 * prints its first invitation, `keeper INVITATION` makes a team's keeper, `nats-settings FOLDER` prints the settings of
 * the NATS servers and creates the key file if there is none, `backup` and `restore` use standard output and input.
 */
import { fileURLToPath } from 'node:url';
import { systemClock } from '../main/clock/clock.ts';
import { restoreBackup, writeBackup, type Stored } from './backup.ts';
import { ConfigError, readConfig, type HubConfig } from './config.ts';
import { inviteKeeper, startKeepers, type Keepers } from './keepers.ts';
import { createKeyFile, readKeyFile, type HubKeys } from './keys.ts';
import { createHubLog } from './log.ts';
import { formatNatsSettings } from './credentials.ts';
import { openRecords } from './records.ts';
import { startHub, type Hub } from './server.ts';
import { openTeamAccounts, retry } from './team-accounts.ts';
import { createTeams } from './teams.ts';

const log = createHubLog('silent');
const clock = systemClock;

/** The keeper's program, next to this one in the bundle. */
const keeperProgram = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../main/keeper/index.ts' : './keeper.js',
    import.meta.url,
  ),
);

const serve = async (config: HubConfig, keys: HubKeys): Promise<void> => {
  const serverLog = createHubLog(config.log);
  // A promise that a library forgets must not stop the service for all teams.
  process.on('unhandledRejection', (thrown) =>
    serverLog.error({ err: thrown }, 'an error that nobody expected'),
  );
  let keepers: Keepers | null = null;
  let hub: Hub | null = null;
  const stop = async (): Promise<void> => {
    // It may still be waiting for the log servers.
    if (hub === null) process.exit(0);
    await keepers?.stop();
    await hub.stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  hub = await startHub({ config, keys, clock, log: serverLog, fetch });
  const {
    keepers: folder,
    nats: { ca },
  } = config;
  if (folder !== undefined)
    keepers = startKeepers({ folder, program: keeperProgram, ca, clock, log: serverLog });
};

const makeKeeper = async ({ keepers }: HubConfig, invitation: string): Promise<void> => {
  if (keepers === undefined) throw new ConfigError('name a folder for `keepers` first');
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const failure = await inviteKeeper(keepers, invitation, clock, say);
  if (failure !== null) throw new ConfigError(failure);
  say('the keeper is a member of the team');
};

const commands: Record<string, (stored: Stored, config: HubConfig) => Promise<void>> = {
  'create-team': async (stored, { address }) => {
    const { link } = await createTeams({ ...stored, clock, log }).create(address);
    process.stdout.write(`${link}\n`);
  },
  backup: async (stored) => writeBackup(stored, process.stdout),
  restore: async (stored) => restoreBackup({ ...stored, clock, log }, process.stdin),
};

const run = async ([name = 'serve', argument = '']: readonly string[]): Promise<void> => {
  const command = commands[name];
  if (!['serve', 'keeper', 'nats-settings'].includes(name) && command === undefined)
    throw new ConfigError(
      `there is no command ${name}: serve, keeper, nats-settings, ${Object.keys(commands).join(', ')}`,
    );
  const config = await readConfig(process.env);
  if (name === 'keeper') return makeKeeper(config, argument);
  if (name === 'nats-settings') await createKeyFile(config.keys);
  const keys = await readKeyFile(config.keys);
  if (name === 'nats-settings')
    return void process.stdout.write(await formatNatsSettings(keys, argument || '/data/accounts'));
  if (command === undefined) return serve(config, keys);
  const accounts = await openTeamAccounts(keys, config.nats);
  try {
    const records = await retry(() => openRecords(accounts.own, config.nats.replicas));
    await command({ accounts, records }, config);
  } finally {
    await accounts.close();
  }
};

try {
  await run(process.argv.slice(2));
} catch (thrown) {
  const error = thrown as Error;
  process.stderr.write(
    `hub: ${error instanceof ConfigError ? error.message : String(error.stack)}\n`,
  );
  // Open connections to the log servers would keep the process alive.
  process.exit(1);
}
