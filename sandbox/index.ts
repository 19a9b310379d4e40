/** Entry of the sandbox process, which exits on SIGTERM, SIGINT, or when its parent process is gone. */
import process from 'node:process';
import { parseOptions } from './options.ts';
import { startSandbox } from './sandbox.ts';

const log = (line: string) => process.stderr.write(`sandbox: ${line}\n`);
/** Exits explicitly, because Electron's utilityProcess keeps an idle process running. */
const fail = (line: string, code: number) =>
  process.stderr.write(`sandbox: ${line}\n`, () => process.exit(code));

let close = async () => {};
const end = () => void close().then(() => process.exit(0));
process.once('SIGTERM', end);
process.once('SIGINT', end);
// A killed parent sends no signal, but its channel closes.
process.once('disconnect', end);

// Removed so that no child process inherits it.
const secret = process.env['SANDBOX_SECRET'];
delete process.env['SANDBOX_SECRET'];

const parsed = parseOptions(process.argv.slice(2));
if (parsed.ok) {
  try {
    const sandbox = await startSandbox({ ...parsed.options, ...(secret ? { secret } : {}) }, log);
    close = sandbox.close;
    process.stdout.write(`${JSON.stringify(sandbox.ready)}\n`);
    log(`listening on ${sandbox.ready.baseUrl}`);
  } catch (error) {
    fail(`cannot start: ${error instanceof Error ? error.message : String(error)}`, 1);
  }
} else {
  fail(parsed.error, 2);
}
