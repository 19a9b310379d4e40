import { expect, it } from 'vitest';
import { indexRead } from '../../../../renderer/settings/section-read.ts';

const height = 800;

it.each([
  ['at the top of the page the first', [120, 500, 900], false, 0],
  ['once its heading has come up the next', [-280, 180, 500], false, 1],
  ['whose heading is still low not yet', [-180, 280, 600], false, 0],
  ['at the foot of the page the last, whose heading cannot come up', [-900, -300, 600], true, 2],
])('the section that is read is %s', (_what, tops, isAtEnd, index) => {
  expect(indexRead(tops, { height, isAtEnd })).toBe(index);
});
