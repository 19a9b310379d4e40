/**
 * The process that asks the OS keychain for our key: started with the entry's service and account,
 * it sends one reply and is done. It must be safe to kill at any moment, which is its purpose.
 */
import { randomBytes } from 'node:crypto';
import { askForKey, openEntry } from './keychain-key.ts';

/** Under Electron's utilityProcess there is a port in place of Node's `process.send`. */
const port = (process as { parentPort?: { postMessage: (message: unknown) => void } }).parentPort;

// A pending prompt would keep the process from ending in the ordinary way.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const [service = '', account = ''] = process.argv.slice(2);
const reply = await askForKey(() => openEntry(service, account), randomBytes);
if (port) port.postMessage(reply);
else process.send?.(reply);
