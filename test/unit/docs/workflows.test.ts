/**
 * Static checks of the CI workflows: commands exist in the repository, actions are pinned by commit, and
 * permissions and secrets are minimal.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const repo = join(import.meta.dirname, '../../..');
const step = z.strictObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  shell: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const job = z.object({
  uses: z.string().optional(),
  environment: z.string().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  'timeout-minutes': z.number().optional(),
  strategy: z
    .object({
      matrix: z.object({
        include: z.array(z.strictObject({ os: z.string(), options: z.string() })).optional(),
      }),
    })
    .optional(),
  steps: z.array(step).default([]),
});
const workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), job),
});
const read = (name: string) => {
  const text = readFileSync(join(repo, '.github/workflows', name), 'utf8');
  return { text, ...workflow.parse(parse(text)) };
};
const both = [read('checks.yml'), read('release.yml')] as const;
const jobs = both.flatMap(({ jobs: all }) => Object.entries(all));
const steps = jobs.flatMap(([, { steps: all }]) => all);
const packaging = job.parse(both[1].jobs['package']);

describe('the CI workflows', () => {
  it('run only scripts and tests that exist', () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    const scripts = commands.flatMap(
      (run) => run.match(/(?:node )?(?:scripts|\.ci)\/[\w.-]+/g) ?? [],
    );
    expect(scripts).toContain('.ci/run');
    for (const script of ['package', 'sign-release', 'release', 'test'])
      expect(scripts).toContain(`node scripts/${script}.mjs`);
    const files = scripts.map((script) => script.replace('node ', ''));
    expect(files.filter((file) => !existsSync(join(repo, file)))).toEqual([]);
    const tests = commands.flatMap((run) => run.match(/test\/[\w./-]+/g) ?? []);
    expect(tests.filter((file) => !existsSync(join(repo, file)))).toEqual([]);
  });

  it('run the tests on other systems, and the packaged app even after a failed test', () => {
    const { others } = read('checks.yml').jobs;
    expect(others?.steps.slice(-2)).toEqual([
      { run: 'npm test -- unit integration' },
      { if: '${{ !cancelled() }}', run: 'node scripts/test.mjs e2e test/e2e/package.test.ts' },
    ]);
  });

  it('pin actions by commit', () => {
    const uses = steps.flatMap(({ uses: action }) => action ?? []);
    expect(uses.length).toBeGreaterThan(5);
    expect(uses.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('have read permission only, except for the job that drafts a release', () => {
    for (const { permissions } of both) expect(permissions).toEqual({ contents: 'read' });
    const more = jobs.filter(([, { permissions }]) => permissions !== undefined);
    expect(more.map(([name, { permissions }]) => [name, permissions])).toEqual([
      ['draft', { contents: 'write', 'id-token': 'write', attestations: 'write' }],
    ]);
  });

  it('have timeouts, and secrets only in jobs that a person approves', () => {
    for (const [name, { uses, steps: all, environment, ...rest }] of jobs) {
      if (uses !== undefined) continue;
      expect(rest['timeout-minutes'], name).toBeGreaterThan(0);
      const seesSecrets = JSON.stringify(all).includes('secrets.');
      expect(environment, name).toBe(seesSecrets ? 'release' : undefined);
    }
  });

  it('install packages before they run a script that does not install them itself', () => {
    const installsItself = (script: string): boolean =>
      readFileSync(join(repo, script), 'utf8').includes('runWithPackages(');
    const unready = jobs.flatMap(([name, { steps: all }]) => {
      const commands = all.flatMap(({ run }) => run ?? []);
      const install = commands.indexOf('npm ci --ignore-scripts');
      return commands
        .filter((_, at) => install < 0 || at < install)
        .flatMap((run) => run.match(/\bscripts\/[\w-]+\.mjs/g) ?? [])
        .filter((script) => !installsItself(script))
        .map((script) => `${name}: ${script}`);
    });
    expect(unready).toEqual([]);
  });

  it('pass a signing certificate only to its own system', () => {
    const values = packaging.steps.flatMap(({ env = {} }) => Object.values(env));
    const secrets = values.filter((value) => value.includes('secrets.'));
    const ofOneSystem =
      /^\$\{\{ runner\.os == '(Windows' && secrets\.WIN|macOS' && secrets\.(CSC|APPLE))_\w+ \|\| '' \}\}$/;
    expect(secrets).not.toEqual([]);
    expect(secrets.filter((value) => !ofOneSystem.test(value))).toEqual([]);
  });

  it('require signatures for Windows and macOS packages', () => {
    const unsigned = packaging.strategy?.matrix.include?.filter(
      ({ options }) => !options.includes('--signed'),
    );
    expect(unsigned?.map(({ os }) => os)).toEqual(['ubuntu-24.04']);
  });

  it('insert no untrusted text into commands', () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    const inserted = commands.flatMap((run) => run.match(/\$\{\{[^}]*\}\}/g) ?? []);
    expect(inserted).toEqual(['${{ matrix.options }}']);
  });
});
