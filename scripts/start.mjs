/**
 * `npm start`: opens the app from a clone. Prepares what is missing, builds if the sources changed,
 * finds an Electron and a screen, and stays until the app has ended. Arguments go to the app:
 * --user-data-dir=DIR, --profile=FILE, --welcome.
 */
import { fileURLToPath } from 'node:url';
import { runApp } from './app.mjs';
import { build } from './build.mjs';
import { continueUnderNode24, isNewEnough } from './node24.mjs';
import { CannotContinue, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';
import { withSurroundings } from './surroundings.mjs';

const log = (line) => console.log(`hearthline: ${line}`);
const args = process.argv.slice(2);

await runScript(async () => {
  await ensurePackages({ log });
  if (!isNewEnough()) return continueUnderNode24(fileURLToPath(import.meta.url), args);
  const built = await build({ log });
  if (built.status !== 0) throw new CannotContinue(`the build failed\n${built.output.trim()}`);
  return withSurroundings(log, (runtime, screen) => runApp(runtime, args, screen));
});
