/**
 * The process that asks the OS keychain for our key: started with the entry's service and account,
 * it sends one reply and is ended by whoever asked. With `--forget` it removes the key instead and exits
 * with 0 when it is gone. It must be safe to kill at any moment, which is its purpose.
 */
import { randomBytes } from 'node:crypto';
import { openLine } from '../line/line.ts';
import { askForKey, forgetKey, openEntry, type KeychainReply } from './keychain-key.ts';

const line = openLine<KeychainReply, never>(process);
// A pending prompt would keep the process from ending in the ordinary way.
line.onGone(() => process.kill(process.pid, 'SIGKILL'));

const [service = '', account = '', what] = process.argv.slice(2);
const open = () => openEntry(service, account);
if (what === '--forget') process.exit((await forgetKey(open)) ? 0 : 1);
line.send(await askForKey(open, randomBytes));
