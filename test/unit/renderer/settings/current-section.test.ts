import { expect, it } from 'vitest';
import { findCurrentIndex } from '../../../../renderer/settings/current-section.ts';

const height = 800;

it.each([
  ['the first at the top of the page', [120, 500, 900], false, 0],
  ['the next once its heading is near the top', [-280, 180, 500], false, 1],
  ['not the next while its heading is low', [-180, 280, 600], false, 0],
  ['the last at the end of the page', [-900, -300, 600], true, 2],
])('the current section is %s', (_what, tops, isAtEnd, index) => {
  expect(findCurrentIndex(tops, { height, isAtEnd })).toBe(index);
});
