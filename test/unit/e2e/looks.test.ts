import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyWay, chooseWay } from '../../e2e/support/looks.ts';

const folder = join(import.meta.dirname, '../../e2e');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => [
    ...readFileSync(join(folder, name), 'utf8').matchAll(/\blook(?:At)?\(\s*\w+,\s*'([^']+)'/g),
  ])
  .map(([, name = '']) => name);

describe('the checked screen states', () => {
  it('have unique names', () => {
    expect(names.length).toBeGreaterThan(90);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('are spread over all variants', () => {
    for (const way of everyWay) {
      const looks = names.filter((name) => chooseWay(name) === way);
      const share = (looks.length / names.length) * everyWay.length;
      expect(share, JSON.stringify(way)).toBeGreaterThan(0.5);
    }
  });
});
