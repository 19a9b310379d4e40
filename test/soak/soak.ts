/**
 * `npm run soak -- [--minutes N] [--leads N] [--leak window|main] [--out FOLDER]`: checks that nothing grows
 * during a condensed day of use. The built app, connected to a service with customers, is used without a
 * pause, sampled every few seconds (sample.ts) and judged at the end (verdict.ts). `--leak` plants a leak to
 * prove that it is found. Results are in test-results/soak; status 0 means that nearly every action worked and nothing grew.
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listDescendants } from '../processes.ts';
import { SharedApp } from '../e2e/support/shared-app.ts';
import { judge, drawPicture } from './picture.ts';
import { sample, simulateLowMemory, type Sample } from './sample.ts';
import { buildSeries, findClinging } from './series.ts';
import { actions, openList } from './work.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    leads: { type: 'string', default: '400' },
    leak: { type: 'string' },
    out: { type: 'string', default: join(import.meta.dirname, '../../test-results/soak') },
  },
});
const minutes = Number(values.minutes);
if (!(minutes >= 1) || !(Number(values.leads) >= 50)) {
  process.stderr.write('soak: --minutes is 1 or more, --leads 50 or more\n');
  process.exit(2);
}

const say = (line: string): void => void process.stderr.write(`soak: ${line}\n`);
const results = resolve(values.out);
const measurements = join(results, 'samples.jsonl');

/** Interval of samples in milliseconds: about eighty in all, at most one per second. */
const every = Math.max(1_000, (minutes * 60_000) / 80);

/** Reloads of the window, as shares of the time; it is judged between them. */
const reloads = [1 / 30, 2 / 30, 3 / 30, 28 / 30, 29 / 30];

const app = new SharedApp();
const place = mkdtempSync(join(tmpdir(), 'hearthline-soak-'));
const samples: Sample[] = [];
const failed: string[] = [];
let scarce: Sample;
let done = 0;

/** Makes the other programs write their heap sizes. */
const heaps = join(place, 'heaps');
const node = join(place, 'node');
mkdirSync(heaps);
writeFileSync(
  node,
  `#!/bin/sh
export HEARTHLINE_SOAK_HEAPS="${heaps}"
exec "${process.execPath}" --expose-gc --import "${join(import.meta.dirname, 'report-heap.mjs')}" "$@"
`,
  { mode: 0o700 },
);
if (process.platform !== 'win32') process.env['HEARTHLINE_NODE'] = node;

mkdirSync(results, { recursive: true });
writeFileSync(measurements, '');
try {
  const { hearthline, service } = await app.get({
    file: import.meta.filename,
    makePlace: () => place,
    serviceOptions: [
      ...['--leads', values.leads, '--messages', '8', '--businesses', '2'],
      ...['--traffic', '30', '--list-negotiations'],
    ],
    profileOf: (one) => one.buildProfile(),
    args: ['--js-flags=--expose-gc'],
  });
  const { page } = hearthline;
  page.setDefaultTimeout(10_000);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await openList(page);
  const servicePid =
    listDescendants(process.pid).find(({ command }) => command.includes('out/main/sandbox.js'))
      ?.pid ?? 0;
  const watched = { hearthline, session, servicePid, dataFolder: join(place, 'app'), heaps };
  const began = performance.now();
  const getMinutes = (): number => (performance.now() - began) / 60_000;
  let life = 0;
  let lookAt = 0;

  for (let round = 0; getMinutes() < minutes; round += 1) {
    for (const action of actions) {
      if (getMinutes() >= minutes) break;
      try {
        await action.run({ page, service, round });
        done += 1;
      } catch (error) {
        failed.push(action.name);
        say(`could not do "${action.name}": ${String(error).split('\n')[0]}`);
      }
      if (performance.now() - began >= lookAt) {
        const seen = await sample(watched, getMinutes(), life);
        samples.push(seen);
        appendFileSync(measurements, `${JSON.stringify(seen)}\n`);
        lookAt = performance.now() - began + every;
      }
      if (getMinutes() > minutes * (reloads[life] ?? Number.POSITIVE_INFINITY)) {
        life += 1;
        await page.reload();
        await hearthline.waitForScreen('inbox');
      }
    }
    if (values.leak === 'window')
      await page.evaluate(() => {
        const held = Array.from({ length: 40_000 }, (_, at) => ({ at }));
        addEventListener('never', () => void held.length);
      });
    if (values.leak === 'main')
      await hearthline.app.evaluate(({ app }) => {
        const held = Array.from({ length: 40_000 }, (_, at) => ({ at }));
        app.on('gpu-info-update', () => void held.length);
      });
  }
  await simulateLowMemory(watched);
  scarce = await sample(watched, getMinutes(), life);
} finally {
  await app.end();
  rmSync(place, { recursive: true, force: true });
}

const judged = buildSeries(samples).map(judge);
writeFileSync(join(results, 'soak.svg'), drawPicture(judged));
for (const { process, figure, words } of judged) say(`${process}, ${figure}: ${words}`);
const clinging = findClinging(scarce);
for (const { process, mapped } of scarce.processes)
  if (mapped >= 1) say(`${process}, mapped when memory is scarce: ${mapped.toFixed(1)} MB`);
say(`${done} actions done, ${failed.length} failed; ${samples.length} samples`);
const growing = judged.filter(({ isGrowing }) => isGrowing).length + clinging.length;
const processes = new Set(samples.flatMap((one) => one.processes.map((each) => each.process)));
const missed = failed.length > done / 20 || samples.length < 20;
if (missed) say('too little was done to say that nothing grows');
process.stdout.write(`soak: ${minutes} minutes, ${processes.size} processes, ${growing} growing\n`);
process.exitCode = growing > 0 || missed ? 1 : 0;
