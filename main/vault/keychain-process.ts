/**
 * The process that asks the OS keychain for our key: started with the entry's service and account,
 * it sends one reply and is done. With `--forget` it removes the key instead and exits with 0 when it is gone. It must be safe to kill at any moment, which is its purpose.
 */
import { randomBytes } from 'node:crypto';
import { askForKey, forgetKey, openEntry } from './keychain-key.ts';

/** Under Electron's utilityProcess there is a port in place of Node's `process.send`. */
const port = (process as { parentPort?: { postMessage: (message: unknown) => void } }).parentPort;

// A pending prompt would keep the process from ending in the ordinary way.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const [service = '', account = '', what] = process.argv.slice(2);
if (what === '--forget') process.exit((await forgetKey(() => openEntry(service, account))) ? 0 : 1);
const reply = await askForKey(() => openEntry(service, account), randomBytes);
if (port) port.postMessage(reply);
else process.send?.(reply);
