import { expect, it } from 'vitest';
import { allStages, chosenStages, queuesOf } from '../../../scripts/test-stages.mjs';

const build = { name: 'build' };
const unit = { name: 'unit' };
const e2e = { name: 'e2e', needsBuild: true } as const;
const screens = { name: 'screens', needsBuild: true, onlyByName: true } as const;
const stages = [build, unit, e2e, screens];

it('runs every stage except those that must be named, unless stages are named', () => {
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

it('runs tests one stage after another, and checks of the sources at the same time', () => {
  const lint = { name: 'lint', isCheck: true } as const;
  const types = { name: 'types', isCheck: true } as const;
  expect(queuesOf([lint, types, build, unit, e2e])).toEqual({
    checks: [lint, types],
    tests: [build, unit, e2e],
  });
});

it('builds before any test, and scans the files that tests wrote for secrets', () => {
  const { tests } = queuesOf(allStages().filter(({ onlyByName }) => !onlyByName));
  expect(tests.map(({ name }) => name)).toEqual(['build', 'unit', 'integration', 'e2e', 'secrets']);
});
