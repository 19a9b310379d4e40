/**
 * The professional's host: a real OpenSSH server on 127.0.0.1 with its own host keys and accounts. It can be
 * killed with all sessions, restarted, and given a new host key.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { listProcesses, listDescendants } from '../../../processes.ts';
import { findFreePort } from '../../../ports.ts';

const program = '/usr/sbin/sshd';

/** Ids of all processes with `mark` in their command line. */
export const processesWith = (mark: string): number[] =>
  listProcesses().flatMap(({ pid, command }) =>
    pid !== process.pid && command.includes(mark) ? [pid] : [],
  );

export class Sshd {
  readonly #folder: string;
  readonly user = userInfo().username;
  readonly #options: readonly string[];
  port = 0;
  #process: ChildProcess | null = null;
  #lines: Interface | null = null;
  /** Lines that it and its sessions wrote. */
  readonly log: string[] = [];

  /** @param options additional lines of sshd_config(5) */
  constructor(folder: string, options: readonly string[] = []) {
    if (!existsSync(program)) {
      throw new Error(`${program} is missing: install the Debian package openssh-server`);
    }
    this.#folder = folder;
    this.#options = options;
    mkdirSync(folder, { recursive: true });
    // Directory for privilege separation; Debian creates it when the service starts.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
    this.newHostKey();
    this.newKey('allowed');
    this.newKey('stranger');
    this.allow('allowed');
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  /** Path of a private key: `allowed` may sign in, `stranger` may not. */
  key(name: string): string {
    return this.#file(name);
  }

  newKey(name: string, passphrase = ''): void {
    const args = ['-q', '-t', 'ed25519', '-N', passphrase, '-C', name, '-f', this.key(name)];
    execFileSync('ssh-keygen', args);
  }

  /** Allows a key to sign in. */
  allow(name: string): void {
    appendFileSync(this.#file('authorized_keys'), readFileSync(`${this.key(name)}.pub`));
  }

  /** Replaces the host key from the next start on. */
  newHostKey(): void {
    this.newKey('host.new');
    renameSync(this.#file('host.new'), this.#file('host'));
    renameSync(this.#file('host.new.pub'), this.#file('host.pub'));
  }

  /** Fingerprint as `ssh-keygen -l` prints it. */
  fingerprint(): string {
    const line = execFileSync('ssh-keygen', ['-l', '-f', this.#file('host.pub')], {
      encoding: 'utf8',
    });
    return line.split(' ')[1] ?? '';
  }

  /** Starts it, on the previous port if there was one. */
  async start(): Promise<void> {
    if (this.port === 0) this.port = await findFreePort();
    const lines = [
      `Port ${this.port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${this.#file('host')}`,
      `AuthorizedKeysFile ${this.#file('authorized_keys')}`,
      'PidFile none',
      'UsePAM no',
      'StrictModes no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      ...this.#options,
    ];
    writeFileSync(this.#file('sshd_config'), `${lines.join('\n')}\n`);
    const child = spawn(program, ['-D', '-e', '-f', this.#file('sshd_config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    this.#lines = createInterface({ input: child.stderr }).on('line', (line) =>
      this.log.push(line),
    );
    await this.#listens(this.#lines);
  }

  /** Reads its host key and settings again; open sessions go on. */
  async reload(): Promise<void> {
    if (this.#process === null || this.#lines === null) throw new Error('sshd does not run');
    const listens = this.#listens(this.#lines);
    this.#process.kill('SIGHUP');
    await listens;
  }

  #listens(lines: Interface): Promise<void> {
    return new Promise((resolve, reject) => {
      lines.on('line', (line) => {
        if (line.includes('Server listening')) resolve();
      });
      lines.once('close', () => reject(new Error(`sshd did not start: ${this.log.join(' ')}`)));
    });
  }

  /** Kills it with all sessions, like a power cut. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    // Stopped first, so that it accepts no connection that would outlive it.
    process.kill(child.pid, 'SIGSTOP');
    for (const { pid } of [{ pid: child.pid }, ...listDescendants(child.pid)]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // A session may have just exited.
      }
    }
    await ended;
  }
}
