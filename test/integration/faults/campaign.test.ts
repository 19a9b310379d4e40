/** A short run of the fault campaign from its command line (docs/faults.md): output and status. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { resolveProgram } from '../../programs.ts';

const program = resolveProgram('test/faults/faults.ts');

// It freezes processes, and fills a mounted disk.
it.runIf(process.platform === 'linux')(
  'fifteen seconds of faults lose nothing, double nothing and leave nothing out of place',
  async () => {
    const child = spawn(process.execPath, [program, '--minutes', '0.25', '--seed', '11'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => void output.push(text));
    const [status] = (await once(child, 'close')) as [number | null];
    const lines = output.join('').trim().split('\n');
    expect(lines.at(-1), lines.join('\n')).toMatch(
      /^faults: [1-9]\d* injected, [1-9]\d+ events, 0 lost, 0 doubled, 0 out of place$/,
    );
    expect(status).toBe(0);
  },
  240_000,
);
