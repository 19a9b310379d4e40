/**
 * Timeout of every wait, long enough for any busy computer. A wait ends as soon as its condition holds, so
 * only failures take this long.
 */
import { vi } from 'vitest';

const patience = { timeout: 30_000 };

const { waitFor, waitUntil } = vi;
vi.waitFor = (check, options) => waitFor(check, options ?? patience);
vi.waitUntil = (check, options) => waitUntil(check, options ?? patience);

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: patience.timeout });
}
