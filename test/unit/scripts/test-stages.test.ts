import { expect, it } from 'vitest';
import { createStages, chooseStages, createQueues } from '../../../scripts/test-stages.mjs';

const build = { name: 'build' };
const unit = { name: 'unit' };
const e2e = { name: 'e2e', needsBuild: true } as const;
const screens = { name: 'screens', needsBuild: true, onlyByName: true } as const;
const stages = [build, unit, e2e, screens];

it('npm test runs the named stages, or all except those that run only by name', () => {
  expect(chooseStages(stages, [])).toEqual([build, unit, e2e]);
  expect(chooseStages(stages, ['screens'])).toEqual([build, screens]);
  expect(chooseStages(stages, ['unit'])).toEqual([unit]);
});

it('npm test builds first when a named stage needs the build', () => {
  expect(chooseStages(stages, ['e2e'])).toEqual([build, e2e]);
});

it('npm test refuses an unknown stage', () => {
  expect(chooseStages(stages, ['untit'])).toBeNull();
});

it('npm test runs integration tests and then source checks in parallel to the other tests', () => {
  const queues = createQueues(createStages().filter(({ onlyByName }) => !onlyByName));
  const names = queues.map((queue) => queue.map(({ name }) => name));
  expect(names).toEqual([
    ['build', 'unit', 'e2e', 'secrets'],
    ['integration', 'words', 'format', 'types', 'lint', 'imports', 'dead-code'],
  ]);
});
