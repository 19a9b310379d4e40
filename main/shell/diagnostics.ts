/** Creates the diagnostics for support. No field identifies customers, accounts or the computer's owner. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { arch, cpus, freemem, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../../contract/errors.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { KeychainState } from '../../contract/accounts.ts';
import { pickDiagnosedSettings, type Settings } from '../../contract/settings.ts';
import type { EngineHealth } from './engine-check.ts';
import { formatLogLine } from '../log/support-line.ts';

type Facts = {
  readonly version: string;
  readonly runtime: string;
  readonly locale: string;
  readonly dataFolder: string;
  /** UTC milliseconds. */
  readonly now: number;
  readonly engine: EventPayload<'engine'>;
  readonly engineFacts: EngineHealth;
  readonly keychain: KeychainState | null;
  readonly settings: Settings | null;
  readonly database: Answer<Readonly<Record<string, unknown>>>;
};

const maxLines = 120;

const toMegabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;

const measureSizes = async (folder: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const name of [
    'leads.db',
    'leads.db-wal',
    'calls.jsonl',
    'vault.bin',
    'photos',
    'backups',
    'logs',
  ]) {
    try {
      const path = join(folder, name);
      const info = await stat(path);
      if (!info.isDirectory()) {
        found[name] = `${toMegabytes(info.size)} MB`;
        continue;
      }
      const files = await readdir(path);
      const sizes = await Promise.all(
        files.map(async (file) => (await stat(join(path, file))).size),
      );
      const total = sizes.reduce((sum, size) => sum + size, 0);
      found[name] = `${toMegabytes(total)} MB in ${files.length} files`;
    } catch {
      found[name] = 'none';
    }
  }
  return found;
};

const readLastLines = async (folder: string, process: string): Promise<readonly string[]> => {
  try {
    const logs = join(folder, 'logs');
    const names = (await readdir(logs)).filter((name) => name.startsWith(`${process}.`));
    const dated = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(logs, name))).mtimeMs })),
    );
    const newest = dated.toSorted((one, other) => other.at - one.at)[0];
    if (newest === undefined) return [];
    const text = await readFile(join(logs, newest.name), 'utf8');
    return text.trim().split('\n').slice(-maxLines).flatMap(formatLogLine);
  } catch {
    return [];
  }
};

const formatSection = (title: string, content: unknown): string =>
  `## ${title}\n${typeof content === 'string' ? content : JSON.stringify(content, null, 2)}\n`;

export const collectDiagnostics = async (facts: Facts): Promise<string> => {
  const { dataFolder, engine, settings, database } = facts;
  const lines = await Promise.all(
    (['main', 'engine', 'files'] as const).map(
      async (name) =>
        [name, (await readLastLines(dataFolder, name)).join('\n') || 'nothing'] as const,
    ),
  );
  return [
    `# Hearthline diagnostics, ${new Date(facts.now).toISOString()}`,
    formatSection('App', {
      version: facts.version,
      runtime: facts.runtime,
      node: process.versions.node,
      locale: facts.locale,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    formatSection('Computer', {
      platform: process.platform,
      release: release(),
      arch: arch(),
      processors: cpus().length,
      memory: `${toMegabytes(freemem())} of ${toMegabytes(totalmem())} MB free`,
    }),
    formatSection('Health', {
      engine: engine.state,
      engineFailure: engine.state === 'stopped' ? engine.error.code : null,
      keychain: facts.keychain,
    }),
    formatSection('Engine', facts.engineFacts),
    formatSection('Files', await measureSizes(dataFolder)),
    formatSection('Data', database.ok ? database.value : { failure: database.error.code }),
    formatSection('Settings', settings && pickDiagnosedSettings(settings)),
    ...lines.map(([name, text]) => formatSection(`Log of ${name}`, text)),
  ].join('\n');
};
