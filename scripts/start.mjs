/**
 * `npm start`: opens the app from a clone. Prepares what is missing, builds if the sources changed,
 * finds an Electron and a screen, and stays until the app has ended. Arguments go to the app:
 * --user-data-dir=DIR, --profile=FILE, --welcome.
 */
import { runApp } from './app.mjs';
import { build } from './build.mjs';
import { runWithPackages } from './node24.mjs';
import { mustSucceed } from './script.mjs';
import { withSurroundings } from './surroundings.mjs';

const log = (line) => console.log(`hearthline: ${line}`);

await runWithPackages(import.meta.url, log, async (args) => {
  mustSucceed('the build', await build({ log }));
  return withSurroundings(log, (runtime, screen) => runApp(runtime, args, screen));
});
