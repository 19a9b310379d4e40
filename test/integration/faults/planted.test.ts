/**
 * Proves that the fault campaign finds defects: each is planted in a copy of the sources, and the campaign must
 * fail there under the matching fault.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { bundlePrograms } from '../../bundled-programs.ts';
import { bundlesVariable } from '../../programs.ts';

const repo = join(import.meta.dirname, '../../..');
const engine = 'main/engine';

type Change = readonly [file: string, from: string, to: string];

/** Copies the campaign's sources and applies the changes. */
const copyWith = (changes: readonly Change[]): string => {
  const copy = mkdtempSync(join(tmpdir(), 'hearthline-planted-'));
  const parts = ['contract', 'main', 'sandbox', 'test/faults', 'test/integration/engine'];
  const files = [
    'package.json',
    'test/ports.ts',
    'test/processes.ts',
    'test/programs.ts',
    'test/service-ready.ts',
  ];
  for (const part of [...parts, ...files])
    cpSync(join(repo, part), join(copy, part), { recursive: true });
  symlinkSync(join(repo, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, from, to] of changes) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} has "${from}" not once`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
  }
  return copy;
};

const runCampaign = async (copy: string, only: string): Promise<[number | null, string]> => {
  const bundles = await bundlePrograms(copy, mkdtempSync(join(copy, 'bundles-')), [
    'main/engine/process.ts',
    'main/engine/platform/store/backup-thread.ts',
    'main/engine/platform/store/checkpoint-thread.ts',
    'main/engine/receiver/receiver-thread.ts',
    'main/vault/keychain-process.ts',
    'sandbox/index.ts',
  ]);
  const program = join(copy, 'test/faults/faults.ts');
  const args = ['--minutes', '0.1', '--seed', '5', '--patience', '5', '--only', only];
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, [bundlesVariable]: bundles },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
  const [status] = (await once(child, 'close')) as [number | null];
  return [status, output];
};

const defects: readonly {
  readonly name: string;
  readonly changes: readonly Change[];
  readonly fault: string;
  readonly found: RegExp;
}[] = [
  {
    name: 'no unique key',
    changes: [
      [
        `${engine}/accounts/deliveries.ts`,
        'const key = `${eventType}:${recordID}:${digest}`;',
        'const key = `${eventType}:${recordID}:${digest}:${Math.random()}`;',
      ],
    ],
    fault: 'deliveries repeated',
    found: /^doubled: a delivery/m,
  },
  {
    name: '`sending` forgotten',
    changes: [
      [
        `${engine}/conversation/outbox/rows.ts`,
        "UPDATE outbox SET state = 'sending', attempts",
        'UPDATE outbox SET attempts',
      ],
    ],
    fault: 'before it hears that a reply arrived',
    found: /^doubled: .* with the customer \d+ times/m,
  },
  {
    name: 'acknowledged before it is stored',
    changes: [
      [
        `${engine}/receiver/journal.ts`,
        'waiting.push({ line: JSON.stringify(call), written, failed });',
        'written();',
      ],
      [
        `${engine}/receiver/serve.ts`,
        'return respondsAfterApply ? waitForStatus(number) : 204;',
        'return respondsAfterApply && number > 0 ? 200 : 204;',
      ],
      [
        `${engine}/receiver/receiver.ts`,
        'setImmediate(() => void record())',
        'setTimeout(() => void record(), 4_000)',
      ],
    ],
    fault: 'acknowledges what cannot be asked for',
    found: /^lost: legacy lead/m,
  },
  {
    name: 'acknowledged before the disk has it',
    changes: [
      // Without any flush: on a busy machine another answer's flush can come before the power cut.
      [
        `${engine}/platform/store/durability.ts`,
        'while (onDisk < wanted) await (syncing ??= syncOnce());',
        'if (onDisk > wanted) await (syncing ??= syncOnce());',
      ],
    ],
    fault: 'power cut as what cannot be asked for',
    found: /^lost: legacy lead/m,
  },
  {
    name: 'echo not adopted',
    changes: [
      [`${engine}/conversation/outbox/echo.ts`, 'if (reply === undefined)', 'if (reply !== null)'],
      [
        `${engine}/conversation/outbox/rows.ts`,
        'if (other?.written_here === 0)',
        'if (other?.written_here === 2)',
      ],
      [
        `${engine}/conversation/outbox/rows.ts`,
        'other?.written_here === 1 ? null : messageID',
        'other !== undefined ? null : messageID',
      ],
    ],
    fault: 'cut after it was processed',
    found: /^doubled: .* in the conversation/m,
  },
  {
    name: 'one wake-up lost',
    changes: [[`${engine}/accounts/ingest/ingest.ts`, '      isApplying = hasMore;\n', '']],
    fault: 'a late answer',
    found: /^lost: what still waits/m,
  },
];

/** Timing varies: a busy machine may miss an instant, or flush before it. */
const patience = { timeout: 300_000, retry: 2 };

// The campaign fills a mounted disk.
describe
  .runIf(process.platform === 'linux')
  .concurrent('the fault campaign catches', patience, () => {
    for (const { name, changes, fault, found } of defects) {
      it(name, async ({ expect, onTestFinished }) => {
        const copy = copyWith(changes);
        onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
        const [status, output] = await runCampaign(copy, fault);
        expect(output).toMatch(found);
        expect(status, output).toBe(1);
      });
    }
  });
