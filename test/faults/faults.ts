/**
 * `npm run faults [-- --minutes N] [--seed S] [--only TEXT] [--patience SECONDS]`: runs the fault campaign
 * (campaign.ts) and prints a table. The status is 0 only if nothing is lost, doubled or out of place. `--only`
 * selects faults by a part of their names. `--patience`: differences that do not change for so long are final.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.ts';
import { enterPrivateMounts } from './private-mounts.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
    only: { type: 'string', default: '' },
    patience: { type: 'string', default: '45' },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
const patience = Number(values.patience);
if (!(minutes > 0) || !Number.isInteger(seed) || seed < 0 || !(patience > 0)) {
  say('npm run faults -- --minutes N --seed S --patience P: N and P more than 0, S a whole number');
  process.exit(2);
}

const inside = await enterPrivateMounts(['--seed', String(seed)]);

say(`faults: seed ${seed}, ${minutes} minutes${inside ? '' : ', without a disk of its own'}`);
const outcome = await runCampaign({
  ...{ minutes, seed, say },
  hasOwnDisk: inside,
  patienceMs: patience * 1_000,
  isWanted: (name) => name.includes(values.only),
});

const widest = Math.max(0, ...[...outcome.faults.keys()].map((name) => name.length));
const row = (name: string, value: number): string =>
  `${name.padEnd(widest)}  ${String(value).padStart(6)}`;
const injected = [...outcome.faults.values()].reduce((sum, times) => sum + times, 0);
const findings = [
  ...outcome.lost.map((what) => `lost: ${what}`),
  ...outcome.doubled.map((what) => `doubled: ${what}`),
  ...outcome.misplaced.map((what) => `out of place: ${what}`),
  ...outcome.remarks.map((what) => `remark: ${what}`),
];
const lines = [
  ...[...outcome.faults]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, times]) => row(name, times)),
  row('leads', outcome.leads),
  row('deliveries acknowledged', outcome.deliveries),
  row('never delivered by the service', outcome.undelivered),
  row('automatic replies', outcome.automatic),
  row('messages to the phone', outcome.toPhone),
  ...findings,
  `seed ${seed}`,
  `faults: ${injected} injected, ${outcome.events} events, ${outcome.lost.length} lost, ` +
    `${outcome.doubled.length} doubled, ${outcome.misplaced.length} out of place`,
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exit(outcome.lost.length + outcome.doubled.length + outcome.misplaced.length === 0 ? 0 : 1);
