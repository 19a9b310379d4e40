/**
 * `npm run bench [-- FIGURE…] [--leads N]… [--out FILE]`: measures the app's speed (docs/performance.md).
 * `npm run soak [-- --minutes N]`: finds growth while it is used (docs/performance.md).
 * `npm run faults [-- --minutes N] [--seed S]`: runs the fault campaign (docs/faults.md).
 * `npm run cluster [-- --minutes N] [--seed S]`: runs the campaign against a team's cluster.
 * `npm run cell [-- --teams N] [--desktops N] [--nodes 1|3]`: measures a cell of many teams (docs/performance.md).
 * Opens a keychain for most of them, and for those that open the window builds the app and opens a screen.
 */
import path from 'node:path';
import { build } from './build.mjs';
import { findElectron } from './electron-runtime.mjs';
import { continueUnderNode24, runWithPackages } from './node24.mjs';
import { assertSuccess, root } from './script.mjs';
import { withTestPrograms } from './surroundings.mjs';

const log = (line) => console.error(`hearthline: ${line}`);
const figuresOfWindow = ['start', 'inbox', 'first-sync-window', 'team', 'bundle'];

await runWithPackages(import.meta.url, log, async ([name, ...args]) => {
  const run = (env) => {
    Object.assign(process.env, env);
    return continueUnderNode24(path.join(root, 'test', name, `${name}.ts`), args);
  };
  if (name === 'cluster' || name === 'cell') return run({});
  if (name === 'faults') return withTestPrograms(log, null, run);
  const isFigure = (arg, at) => !arg.startsWith('--') && !args[at - 1]?.startsWith('--');
  const figures = name === 'bench' ? args.filter(isFigure) : [];
  if (figures.length > 0 && !figures.some((figure) => figuresOfWindow.includes(figure)))
    return run({});
  assertSuccess('the build', await build({ log }));
  return withTestPrograms(log, await findElectron({ log }), run, '1920x1200x24');
});
