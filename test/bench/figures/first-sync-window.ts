/** Time until the next lead is painted after j in a real window during an account's first sync. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { invoke } from '../../e2e/support/invoke.ts';
import { SharedApp } from '../../e2e/support/shared-app.ts';
import type { Figure } from '../figure.ts';
import { percentile } from '../measure.ts';
import { createResult, valueAtMost, type Result } from '../report.ts';
import { dispose, messagesEach } from '../seed.ts';
import { pressJ } from './inbox.ts';

/** Enough for the sync to outlast the key presses. */
const leads = 20_000;

const isSyncing = async (page: Page): Promise<boolean> => {
  const answer = await invoke(page, 'connection.report', {});
  return answer.ok && answer.value.reports.some(({ backfill }) => backfill.state === 'running');
};

const measure = async (): Promise<readonly Result[]> => {
  const place = mkdtempSync(join(tmpdir(), 'hearthline-bench-sync-'));
  const world = ['--leads', String(leads), '--messages', String(messagesEach)];
  const app = new SharedApp();
  let took: readonly number[];
  try {
    const { hearthline } = await app.get({
      file: import.meta.filename,
      makePlace: () => place,
      serviceOptions: [...world, '--list-negotiations'],
      profileOf: (service) => service.buildProfile(),
    });
    const { page } = hearthline;
    await page.locator('[data-lead-id]').first().waitFor();
    took = await pressJ(page);
    if (!(await isSyncing(page))) throw new Error('the first sync ended while j was pressed');
  } finally {
    await app.end();
    dispose(place);
  }
  return [
    createResult({
      figure: 'j to next lead painted during a first sync, p95',
      size: leads,
      value: percentile(took, 0.95),
      unit: 'ms',
      goal: valueAtMost(70),
    }),
  ];
};

export const firstSyncWindow: Figure = {
  name: 'first-sync-window',
  once: true,
  needsScreen: true,
  measure,
};
