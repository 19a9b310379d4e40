/**
 * `npm start`: opens the app from a clone. Prepares what is missing, builds if the sources changed,
 * finds an Electron and a screen, and stays until the app has ended. Arguments go to the app:
 * --user-data-dir=DIR, --profile=FILE, --welcome. With --team it opens a team of two people (start-team.mjs).
 */
import { runApp } from './app.mjs';
import { build } from './build.mjs';
import { runWithPackages } from './node24.mjs';
import { log, assertSuccess } from './script.mjs';
import { runTeam } from './start-team.mjs';
import { withSurroundings } from './surroundings.mjs';

await runWithPackages(import.meta.url, log, async (args) => {
  assertSuccess('the build', await build({ log }));
  const run = args.includes('--team')
    ? (runtime, screen) => runTeam(log, args, runtime, screen)
    : (runtime, screen) => runApp(runtime, args, screen);
  return withSurroundings(log, run);
});
