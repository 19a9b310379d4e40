import { expect, it } from 'vitest';
import { chosenStages, groupsOf } from '../../../scripts/test-stages.mjs';

const build = { name: 'build' };
const unit = { name: 'unit' };
const e2e = { name: 'e2e', needsBuild: true } as const;
const screens = { name: 'screens', needsBuild: true, onlyByName: true } as const;
const stages = [build, unit, e2e, screens];

it('runs every stage unless some are named, but those that must be', () => {
  expect(chosenStages(stages, [])).toEqual([build, unit, e2e]);
  expect(chosenStages(stages, ['screens'])).toEqual([build, screens]);
  expect(chosenStages(stages, ['unit'])).toEqual([unit]);
});

it('builds first when a named stage needs the built app', () => {
  expect(chosenStages(stages, ['e2e'])).toEqual([build, e2e]);
});

it('refuses a stage that does not exist', () => {
  expect(chosenStages(stages, ['untit'])).toBeNull();
});

it('runs beside one another only stages that bear it, in their order', () => {
  const lint = { name: 'lint', besideOthers: true } as const;
  const types = { name: 'types', besideOthers: true } as const;
  const secrets = { name: 'secrets', besideOthers: true } as const;
  expect(groupsOf([lint, types, unit, e2e, secrets])).toEqual([
    [lint, types],
    [unit],
    [e2e],
    [secrets],
  ]);
});
