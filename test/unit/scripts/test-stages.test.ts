import { expect, it } from 'vitest';
import { chosenStages } from '../../../scripts/test-stages.mjs';

const build = { name: 'build' };
const unit = { name: 'unit' };
const e2e = { name: 'e2e', needsBuild: true } as const;
const stages = [build, unit, e2e];

it('runs every stage unless some are named', () => {
  expect(chosenStages(stages, [])).toEqual(stages);
  expect(chosenStages(stages, ['unit'])).toEqual([unit]);
});

it('builds first when a named stage needs the built app', () => {
  expect(chosenStages(stages, ['e2e'])).toEqual([build, e2e]);
});

it('refuses a stage that does not exist', () => {
  expect(chosenStages(stages, ['untit'])).toBeNull();
});
