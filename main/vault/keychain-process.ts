/**
 * Entry of the keychain process, whose arguments are the key's service and account. It reads or creates the key, sends
 * one reply and waits; it may be killed at any time. With `--forget` it removes the key and exits with 0 on success.
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
