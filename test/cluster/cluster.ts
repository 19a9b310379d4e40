/**
 * `npm run cluster [-- --minutes N] [--seed S] [--desktops N] [--only TEXT] [--patience SECONDS] [--log]`: runs the
 * campaign of an office (office.ts), or with `--log` that of the log alone (campaign.ts). `--only` selects faults by a
 * part of their names. `--patience`: differences that are left after so long are final. The status is 0 only if nothing
 * is lost, doubled, out of order or different.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { enterPrivateMounts } from '../faults/private-mounts.ts';
import { runCampaign } from './campaign.ts';
import { runOffice } from './office.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
    desktops: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    patience: { type: 'string', default: '240' },
    log: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
const desktops = Number(values.desktops);
if (!(minutes > 0 && seed > 0 && desktops > 0)) {
  process.stderr.write(
    'npm run cluster -- --minutes N --seed S --desktops N [--only TEXT] [--patience SECONDS] [--log]: all more than 0\n',
  );
  process.exit(2);
}
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const isInside = await enterPrivateMounts(['--seed', String(seed)]);
say(`cluster: seed ${seed}, ${minutes} minutes, ${desktops} desktops`);
const run = values.log ? runCampaign : runOffice;
const { faults, events, ...found } = await run({
  ...{ minutes, seed, desktops, say },
  patienceMs: Number(values.patience) * 1_000,
  hasOwnDisk: isInside,
  isWanted: (name) => name.includes(values.only),
});
const lines = [
  ...[...faults].map(([name, times]) => `${String(times).padStart(6)}  ${name}`),
  ...Object.entries(found).flatMap(([kind, list]) => list.map((what) => `${kind}: ${what}`)),
  `seed ${seed}`,
  `cluster: ${[...faults.values()].reduce((sum, times) => sum + times, 0)} faults, ${events} events, ` +
    `${found.lost.length} lost, ${found.doubled.length} doubled, ` +
    `${found.misplaced.length} out of order, ${found.different.length} different`,
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exit(Object.values(found).every((list) => list.length === 0) ? 0 : 1);
