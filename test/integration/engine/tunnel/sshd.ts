/**
 * The professional's own host: a real OpenSSH server on 127.0.0.1 with host keys and accounts of its
 * own, which can be killed with all its sessions, started again, and given another host key.
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
import { createInterface } from 'node:readline';
import { allProcesses, processesBelow } from '../../../processes.ts';
import { freePort } from '../../../ports.ts';

const program = '/usr/sbin/sshd';

/** The numbers of all processes whose command line has `mark` in it. */
export const processesWith = (mark: string): number[] =>
  allProcesses().flatMap(({ pid, command }) =>
    pid !== process.pid && command.includes(mark) ? [pid] : [],
  );

export class Sshd {
  readonly #folder: string;
  readonly user = userInfo().username;
  readonly #options: readonly string[];
  port = 0;
  #process: ChildProcess | null = null;

  /** @param options more lines of sshd_config(5) */
  constructor(folder: string, options: readonly string[] = []) {
    if (!existsSync(program)) {
      throw new Error(`${program} is missing: install the Debian package openssh-server`);
    }
    this.#folder = folder;
    this.#options = options;
    mkdirSync(folder, { recursive: true });
    // Where its unprivileged part lives; Debian makes it when the service starts.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
    this.newHostKey();
    this.newKey('allowed');
    this.newKey('stranger');
    this.allow('allowed');
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  /** The file of a professional's key: `allowed` may sign in, `stranger` may not. */
  key(name: string): string {
    return this.#file(name);
  }

  newKey(name: string, passphrase = ''): void {
    const args = ['-q', '-t', 'ed25519', '-N', passphrase, '-C', name, '-f', this.key(name)];
    execFileSync('ssh-keygen', args);
  }

  /** Lets a key sign in. */
  allow(name: string): void {
    appendFileSync(this.#file('authorized_keys'), readFileSync(`${this.key(name)}.pub`));
  }

  /** Gives the host another key; it holds from the next start. */
  newHostKey(): void {
    this.newKey('host.new');
    renameSync(this.#file('host.new'), this.#file('host'));
    renameSync(this.#file('host.new.pub'), this.#file('host.pub'));
  }

  /** As `ssh-keygen -l` writes it. */
  fingerprint(): string {
    const line = execFileSync('ssh-keygen', ['-l', '-f', this.#file('host.pub')], {
      encoding: 'utf8',
    });
    return line.split(' ')[1] ?? '';
  }

  /** Starts it, on the port of last time if there was one. */
  async start(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
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
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      said.push(line);
      if (line.includes('Server listening')) {
        child.stderr.resume();
        return;
      }
    }
    throw new Error(`sshd did not start: ${said.join(' ')}`);
  }

  /** Ends it and every session at once, as a host that loses its power. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    // Halted, it accepts no connection that would outlive it.
    process.kill(child.pid, 'SIGSTOP');
    for (const { pid } of [{ pid: child.pid }, ...processesBelow(child.pid)]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // A session that has just ended by itself.
      }
    }
    await ended;
  }
}
