/**
 * Proves that the fault campaign finds defects: each is planted in the app's programs, and the campaign must fail with
 * them under the matching fault.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { describe, it } from 'vitest';
import { bundlePrograms } from '../../bundled-programs.ts';
import { bundlesVariable, resolveProgram, type Program } from '../../programs.ts';

const engine = 'main/engine';
/** The programs that can have a defect. */
const changed: readonly Program[] = [
  'main/engine/process.ts',
  'main/engine/receiver/receiver-thread.ts',
];

type Change = readonly [file: string, from: string, to: string];

const plant = (changes: readonly Change[]): Plugin => {
  const left = new Set(changes);
  return {
    name: 'planted',
    enforce: 'pre',
    transform: (text, id) => {
      for (const change of changes) {
        const [file, from, to] = change;
        if (!id.endsWith(`/${file}`)) continue;
        if (text.split(from).length !== 2) throw new Error(`${file} has "${from}" not once`);
        text = text.replace(from, () => to);
        left.delete(change);
      }
      return text;
    },
    buildEnd: () => {
      for (const [file] of left) throw new Error(`no program has ${file}`);
    },
  };
};

/** Bundles programs with a defect, next to copies of the others. */
const bundleWith = async (changes: readonly Change[], folder: string): Promise<string> => {
  const sound = process.env[bundlesVariable];
  if (sound !== undefined) cpSync(sound, join(folder, 'out/main'), { recursive: true });
  const wanted = sound === undefined ? undefined : changed;
  return bundlePrograms(folder, wanted, [plant(changes)]);
};

const runCampaign = async (bundles: string, only: string): Promise<[number | null, string]> => {
  const args = ['--minutes', '0.1', '--seed', '1', '--patience', '5', '--only', only];
  const child = spawn(process.execPath, [resolveProgram('test/faults/faults.ts'), ...args], {
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
    // The seed begins with a kill: its call then waits in the database, no longer in the journal, for the power cut.
    fault: 'what cannot be asked for',
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
        const folder = mkdtempSync(join(tmpdir(), 'hearthline-planted-'));
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        const [status, output] = await runCampaign(await bundleWith(changes, folder), fault);
        expect(output).toMatch(found);
        expect(status, output).toBe(1);
      });
    }
  });
