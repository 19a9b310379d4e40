/**
 * A stand-in for cloudflared, which needs the internet: a script that accepts its command line, writes what
 * cloudflared writes to stderr (read from its public source), and runs until it is ended. It carries no traffic.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const program = (folder: string): string => `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const say = (level, text) => process.stderr.write(new Date().toISOString().slice(0, 19) + 'Z ' + level + ' ' + text + '\\n');
appendFileSync(${JSON.stringify(join(folder, 'calls'))}, JSON.stringify(process.argv.slice(2)) + '\\n');
const times = readFileSync(${JSON.stringify(join(folder, 'calls'))}, 'utf8').trim().split('\\n').length;
say('INF', 'Thank you for trying Cloudflare Tunnel. If you intend to use Tunnels in production you should use a pre-created named tunnel by following: https://developers.cloudflare.com/cloudflare-one/connections/connect-apps');
say('INF', 'Requesting new quick Tunnel on trycloudflare.com...');
if (existsSync(${JSON.stringify(join(folder, 'refuse'))})) {
  process.stderr.write('failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": dial tcp: lookup api.trycloudflare.com: no such host\\n');
  process.exit(1);
}
const url = 'https://quick-test-tunnel-' + times + '.trycloudflare.com';
const first = 'Your quick Tunnel has been created! Visit it at (it may take some time to be reachable):';
const border = '+' + '-'.repeat(first.length + 4) + '+';
for (const line of [border, '|  ' + first + '  |', '|  ' + url.padEnd(first.length) + '  |', border]) say('INF', line);
say('INF', 'Starting metrics server on 127.0.0.1:20241/metrics');
const register = () => say('INF', 'Registered tunnel connection connIndex=0 connection=0c9f4f9a-4a9e-4b0e-9d0f-5f6d1c2b3a49 event=0 ip=198.41.192.77 location=fra03 protocol=quic');
process.on('SIGUSR1', () => {
  say('ERR', 'Connection terminated error="timeout: no recent network activity" connIndex=0');
  say('INF', 'Retrying connection in up to 2s connIndex=0 event=0 ip=198.41.192.77');
});
process.on('SIGUSR2', register);
process.on('SIGTERM', () => process.exit(0));
register();
setInterval(() => {}, 60_000);
`;

export class Cloudflared {
  readonly #folder: string;
  readonly file: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.file = join(folder, 'cloudflared');
    writeFileSync(this.file, program(folder));
    chmodSync(this.file, 0o755);
  }

  /** Makes further starts fail: Cloudflare refuses a tunnel. */
  refuse(): void {
    writeFileSync(join(this.#folder, 'refuse'), '');
  }

  /** Command line of each start. */
  calls(): readonly (readonly string[])[] {
    const file = join(this.#folder, 'calls');
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
  }
}
