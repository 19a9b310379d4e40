/** A short run of the fault campaign (docs/faults.md), through its own front door: what it prints, its status. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../faults/faults.ts');

// It freezes processes, and mounts a disk that it fills.
it.runIf(process.platform === 'linux')(
  'Fifteen seconds of faults on both sides lose nothing, double nothing and leave nothing out of place',
  async () => {
    const child = spawn(process.execPath, [program, '--minutes', '0.25', '--seed', '11'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => void said.push(text));
    const [status] = (await once(child, 'close')) as [number | null];
    const lines = said.join('').trim().split('\n');
    expect(lines.at(-1), lines.join('\n')).toMatch(
      /^faults: [1-9]\d* injected, [1-9]\d+ events, 0 lost, 0 doubled, 0 out of place$/,
    );
    expect(status).toBe(0);
  },
  240_000,
);
