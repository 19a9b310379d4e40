import { describe, expect, it } from 'vitest';
import { keepPlan } from '../../../../../main/engine/platform/store/store.ts';
import { testStore } from '../../support/store.ts';

describe('a statement', () => {
  it('hides its parameters from the planner, which would otherwise plan it again for each value', () => {
    expect(keepPlan('SELECT a FROM t WHERE b = ? AND (c, d) > (?, @e) LIMIT ?')).toBe(
      'SELECT a FROM t WHERE b = +? AND (c, d) > (+?, +@e) LIMIT +?',
    );
  });

  it('keeps text that only looks like a parameter', () => {
    const sql = `SELECT '?', "a@b" FROM t -- who? @all
      WHERE b ->> '$.c' = 'd@e'`;
    expect(keepPlan(sql)).toBe(sql);
  });

  it('compares texts and numbers as without the plus', () => {
    const store = testStore();
    const kinds = store.prepare<[number, string], { lead: number; text: string }>(
      `SELECT 1 + ? AS lead, ? AS text`,
    );
    expect(kinds.get(1, '2')).toEqual({ lead: 2, text: '2' });
  });
});
