/**
 * Entry of the keychain process. Its arguments are the key's service and account. It reads or creates
 * the key, sends one reply and waits to be killed. With `--forget` it removes the key instead and exits
 * with 0 on success. It is safe to kill at any time.
 */
import { randomBytes } from 'node:crypto';
import { openParentPort } from '../parent-port/parent-port.ts';
import { readOrCreateKey, forgetKey, openEntry, type KeychainReply } from './keychain-key.ts';

const port = openParentPort<KeychainReply, never>(process);
// A pending prompt would prevent a normal exit.
port.onDisconnect(() => process.kill(process.pid, 'SIGKILL'));

const [service = '', account = '', mode] = process.argv.slice(2);
const open = () => openEntry(service, account);
if (mode === '--forget') process.exit((await forgetKey(open)) ? 0 : 1);
port.send(await readOrCreateKey(open, randomBytes));
