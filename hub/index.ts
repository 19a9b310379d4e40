/**
 * The hub's program. Without a command it serves. `create-team` prints a team's first invitation, `nats-settings FOLDER`
 * prints the operator for the NATS servers and creates the key file if there is none, `backup` and `restore` use
 * standard output and input.
 */
import { systemClock } from '../main/clock/clock.ts';
import { restoreBackup, writeBackup } from './backup.ts';
import { ConfigError, readConfig, type HubConfig } from './config.ts';
import { createKeyFile, readKeyFile, type HubKeys } from './keys.ts';
import { createHubLog } from './log.ts';
import { natsSettings } from './nats-settings.ts';
import { openRecords } from './records.ts';
import { startHub } from './server.ts';
import { openTeamAccounts, type TeamAccounts } from './team-accounts.ts';
import { createTeams } from './teams.ts';

const log = createHubLog('silent');
const clock = systemClock;

const serve = async (config: HubConfig, keys: HubKeys): Promise<void> => {
  const starting = startHub({ config, keys, clock, log: createHubLog(config.log), fetch });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void starting.then((hub) => hub.stop()));
  await starting;
};

const createTeam = async ({ nats, address }: HubConfig, accounts: TeamAccounts): Promise<void> => {
  const records = await openRecords(accounts.own, nats.replicas);
  const { link } = await createTeams({ records, accounts, clock, log }).create(address);
  process.stdout.write(`${link}\n`);
};

const commands: Record<string, (config: HubConfig, accounts: TeamAccounts) => Promise<void>> = {
  'create-team': createTeam,
  backup: async ({ nats }, accounts) => writeBackup(accounts, nats.replicas, process.stdout),
  restore: async ({ nats }, accounts) =>
    restoreBackup({ accounts, clock, log }, nats.replicas, process.stdin),
};

const run = async ([
  name = 'serve',
  folder = '/data/accounts',
]: readonly string[]): Promise<void> => {
  const command = commands[name];
  if (name !== 'serve' && name !== 'nats-settings' && command === undefined)
    throw new ConfigError(
      `there is no command ${name}: serve, nats-settings, ${Object.keys(commands).join(', ')}`,
    );
  const config = await readConfig(process.env);
  if (name === 'nats-settings') await createKeyFile(config.keys);
  const keys = await readKeyFile(config.keys);
  if (name === 'nats-settings') return void process.stdout.write(await natsSettings(keys, folder));
  if (command === undefined) return serve(config, keys);
  const accounts = await openTeamAccounts(keys, config.nats);
  try {
    await command(config, accounts);
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
  process.exitCode = 1;
}
