/**
 * The hub's program. Without a command it serves; `create-team` prints a team's first invitation; `nats-settings
 * FOLDER` prints settings of the NATS servers, and creates the key file if there is none.
 */
import { systemClock } from '../main/clock/clock.ts';
import { ConfigError, readConfig } from './config.ts';
import { createKeyFile, readKeyFile } from './keys.ts';
import { createHubLog } from './log.ts';
import { natsSettings } from './nats-settings.ts';
import { startHub } from './server.ts';

const run = async ([
  command = 'serve',
  folder = '/data/accounts',
]: readonly string[]): Promise<void> => {
  const config = await readConfig(process.env);
  if (command === 'nats-settings') {
    await createKeyFile(config.keys);
    process.stdout.write(await natsSettings(await readKeyFile(config.keys), folder));
    return;
  }
  if (command !== 'serve' && command !== 'create-team')
    throw new ConfigError(
      `there is no command ${command}: serve, create-team, nats-settings FOLDER`,
    );
  const keys = await readKeyFile(config.keys);
  const isServing = command === 'serve';
  const hub = await startHub({
    config: isServing ? config : { ...config, listen: anyPort, metrics: anyPort },
    keys,
    clock: systemClock,
    log: createHubLog(isServing ? config.log : 'silent'),
    fetch,
  });
  if (!isServing) {
    process.stdout.write(`${(await hub.createTeam()).link}\n`);
    return hub.stop();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void hub.stop());
};

const anyPort = { host: '127.0.0.1', port: 0 };

try {
  await run(process.argv.slice(2));
} catch (thrown) {
  const error = thrown as Error;
  process.stderr.write(
    `hub: ${error instanceof ConfigError ? error.message : String(error.stack)}\n`,
  );
  process.exitCode = 1;
}
