/**
 * Entry of the sandbox process: the command line (and a secret of the environment) in, one line of JSON
 * out when it listens, a clean end on SIGTERM, SIGINT, or when the process that started it is gone.
 * Knows nothing of the service.
 */
import process from 'node:process';
import { parseOptions } from './options.ts';
import { startSandbox } from './sandbox.ts';

const log = (line: string) => process.stderr.write(`sandbox: ${line}\n`);
/** Ends with a word of why; Electron's utilityProcess does not end by itself when there is nothing to do. */
const fail = (line: string, code: number) =>
  process.stderr.write(`sandbox: ${line}\n`, () => process.exit(code));

let close = async () => {};
const end = () => void close().then(() => process.exit(0));
process.once('SIGTERM', end);
process.once('SIGINT', end);
// A parent that was killed cannot say goodbye; its channel closes.
process.once('disconnect', end);

// Taken out at once, so that nothing started from here would inherit it.
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
