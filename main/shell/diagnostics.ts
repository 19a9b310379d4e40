/** Creates the diagnostics for support. No field identifies customers, accounts or the computer's owner. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { arch, cpus, freemem, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../../contract/errors.ts';
import type { EventPayload } from '../../contract/events.ts';
import type { KeychainState } from '../../contract/accounts.ts';
import { diagnosedSettings, type Settings } from '../../contract/settings.ts';
import type { EngineHealth } from './engine-check.ts';
import { shownLogLine } from '../log/shown-line.ts';

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

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;

const sizes = async (folder: string): Promise<Record<string, string>> => {
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
      const it = await stat(path);
      if (!it.isDirectory()) {
        found[name] = `${megabytes(it.size)} MB`;
        continue;
      }
      const files = await readdir(path);
      const each = await Promise.all(
        files.map(async (file) => (await stat(join(path, file))).size),
      );
      const all = each.reduce((sum, size) => sum + size, 0);
      found[name] = `${megabytes(all)} MB in ${files.length} files`;
    } catch {
      found[name] = 'none';
    }
  }
  return found;
};

const lastLines = async (folder: string, process: string): Promise<readonly string[]> => {
  try {
    const logs = join(folder, 'logs');
    const names = (await readdir(logs)).filter((name) => name.startsWith(`${process}.`));
    const dated = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(logs, name))).mtimeMs })),
    );
    const newest = dated.toSorted((one, other) => other.at - one.at)[0];
    if (newest === undefined) return [];
    const text = await readFile(join(logs, newest.name), 'utf8');
    return text.trim().split('\n').slice(-maxLines).flatMap(shownLogLine);
  } catch {
    return [];
  }
};

const section = (title: string, content: unknown): string =>
  `## ${title}\n${typeof content === 'string' ? content : JSON.stringify(content, null, 2)}\n`;

export const readDiagnostics = async (facts: Facts): Promise<string> => {
  const { dataFolder, engine, settings, database } = facts;
  const lines = await Promise.all(
    (['main', 'engine', 'files'] as const).map(
      async (name) => [name, (await lastLines(dataFolder, name)).join('\n') || 'nothing'] as const,
    ),
  );
  return [
    `# Hearthline diagnostics, ${new Date(facts.now).toISOString()}`,
    section('App', {
      version: facts.version,
      runtime: facts.runtime,
      node: process.versions.node,
      locale: facts.locale,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    section('Computer', {
      platform: process.platform,
      release: release(),
      arch: arch(),
      processors: cpus().length,
      memory: `${megabytes(freemem())} of ${megabytes(totalmem())} MB free`,
    }),
    section('Health', {
      engine: engine.state,
      engineFailure: engine.state === 'stopped' ? engine.error.code : null,
      keychain: facts.keychain,
    }),
    section('Engine', facts.engineFacts),
    section('Files', await sizes(dataFolder)),
    section('Data', database.ok ? database.value : { failure: database.error.code }),
    section('Settings', settings && diagnosedSettings(settings)),
    ...lines.map(([name, text]) => section(`Log of ${name}`, text)),
  ].join('\n');
};
