/** The scripts of deploy/ against three servers with TLS: a backup of one cluster restored into another. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { writeBackup } from '../../../hub/backup.ts';
import { readConfig } from '../../../hub/config.ts';
import { deriveKeys } from '../../../hub/keys.ts';
import { openRecords } from '../../../hub/records.ts';
import { openTeamAccounts } from '../../../hub/team-accounts.ts';
import { resolveProgram } from '../../programs.ts';
import { createAuthority } from './support/authority.ts';
import { startNatsCluster } from './support/nats-cluster.ts';

const run = promisify(execFile);
const entries = 1_200;

it('a backup is complete although a log server dies meanwhile, and moves a team to another cluster', async () => {
  const authority = await createAuthority();
  const certificate = await authority.issue('localhost', 2);
  const secret = randomBytes(32);
  const keys = deriveKeys(secret);
  const folder = await mkdtemp(join(tmpdir(), 'hearthline-backup-'));
  await writeFile(join(folder, 'keys'), secret.toString('base64'), { mode: 0o600 });
  const placeOf = async () => {
    const cluster = await startNatsCluster(keys, certificate);
    onTestFinished(cluster.stop);
    const env = {
      ...process.env,
      HUB_ADDRESS: 'https://hub.example.com',
      HUB_KEYS: join(folder, 'keys'),
      HUB_NATS_SERVERS: cluster.addresses.join(','),
      HUB_NATS_CA: authority.file,
      HUB_NATS_REPLICAS: '3',
    };
    const { nats } = await readConfig(env);
    const hub = [process.execPath, resolveProgram('hub/index.ts')];
    return {
      kill: cluster.kill,
      accounts: () => openTeamAccounts(keys, nats),
      script: (name: string, argument: string) =>
        run('sh', [`deploy/${name}.sh`, argument, ...hub], { env }),
      createTeam: async () =>
        (await run(process.execPath, [resolveProgram('hub/index.ts'), 'create-team'], { env }))
          .stdout,
    };
  };

  const before = await placeOf();
  const link = await before.createTeam();
  const team = /#([\w-]+)\./.exec(link)?.[1] ?? '';
  const source = await before.accounts();
  const { js, jsm } = await source.getConnection(team);
  const numbers = Array.from({ length: entries }, (_, number) => number);
  await Promise.all(numbers.map((number) => js.publish(`fact.a.f${number}`, `${number}`)));
  const { cluster } = await jsm.streams.info('TEAM');
  const lines: string[] = [];
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (lines.push(String(chunk)) === entries / 2) void before.kill(cluster?.leader ?? '');
      done();
    },
  });
  await writeBackup({ accounts: source, records: await openRecords(source.own, 3) }, output);
  const copied = new Set(lines.filter((line) => line.includes('fact.a.')));
  expect(copied.size).toBe(entries);
  await source.close();
  await before.script('backup', folder);
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.gz'));

  const after = await placeOf();
  await after.script('restore', join(folder, file));
  const target = await after.accounts();
  const { jsm: restored } = await target.getConnection(team);
  const { state } = await restored.streams.info('TEAM', { subjects_filter: 'fact.>' });
  expect(Object.keys(state.subjects ?? {})).toHaveLength(entries);
  const last = await restored.streams.getMessage('TEAM', { last_by_subj: 'fact.a.f7' });
  expect(last?.string()).toBe('7');
  await target.close();
  await expect(after.script('restore', join(folder, file))).rejects.toThrow('have teams already');
}, 240_000);
