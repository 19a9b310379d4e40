import { expect, it } from 'vitest';
import { findRelatedTests } from '../../../scripts/check.mjs';

const files: Readonly<Record<string, string>> = {
  'test/unit/renderer/a.test.ts': "import { a } from '../../../renderer/a.ts';",
  'test/unit/renderer/b.test.tsx': "vi.mock('../../../renderer/b.ts');",
  'test/unit/renderer/c.test.ts': "import { expect } from 'vitest';",
  'test/unit/renderer/support/fake.ts': "import { a } from '../../../../renderer/a.ts';",
};
const related = (...changed: readonly string[]) =>
  findRelatedTests(changed, Object.keys(files), (file) => files[file] ?? '');

it('npm run check runs the unit tests that import or mock a changed file', () => {
  expect(related('renderer/a.ts')).toEqual(['test/unit/renderer/a.test.ts']);
  expect(related('renderer/b.ts')).toEqual(['test/unit/renderer/b.test.tsx']);
});

it('npm run check runs a changed unit test, and no support file', () => {
  expect(related('test/unit/renderer/c.test.ts', 'test/unit/renderer/support/fake.ts')).toEqual([
    'test/unit/renderer/c.test.ts',
  ]);
});
