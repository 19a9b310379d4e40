import { expect, it } from 'vitest';
import { allStages, chosenStages, queuesOf } from '../../../scripts/test-stages.mjs';

const build = { name: 'build' };
const unit = { name: 'unit' };
const e2e = { name: 'e2e', needsBuild: true } as const;
const screens = { name: 'screens', needsBuild: true, onlyByName: true } as const;
const stages = [build, unit, e2e, screens];

it('npm test runs the named stages, or all except those that run only by name', () => {
  expect(chosenStages(stages, [])).toEqual([build, unit, e2e]);
  expect(chosenStages(stages, ['screens'])).toEqual([build, screens]);
  expect(chosenStages(stages, ['unit'])).toEqual([unit]);
});

it('npm test builds first when a named stage needs the build', () => {
  expect(chosenStages(stages, ['e2e'])).toEqual([build, e2e]);
});

it('npm test refuses an unknown stage', () => {
  expect(chosenStages(stages, ['untit'])).toBeNull();
});

it('npm test runs the stages in order, those in the background at the same time', () => {
  const lint = { name: 'lint', inBackground: true } as const;
  const types = { name: 'types', inBackground: true } as const;
  expect(queuesOf([lint, types, build, e2e])).toEqual({
    background: [lint, types],
    foreground: [build, e2e],
  });
});

it('npm test builds before the end-to-end tests, scans for secrets after them, and runs unit tests meanwhile', () => {
  const stages = allStages().filter(({ onlyByName }) => !onlyByName);
  const { background, foreground } = queuesOf(stages);
  expect(foreground.map(({ name }) => name)).toEqual(['build', 'integration', 'e2e', 'secrets']);
  expect(background.map(({ name }) => name)).toContain('unit');
});
