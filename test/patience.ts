/**
 * Timeout of every wait, long enough for any busy computer. A wait ends as soon as its condition holds, so
 * only failures take this long.
 */
import { vi } from 'vitest';

const patience = { timeout: 30_000 };

/** Marks `vi` as changed: it may be shared by all files of a worker. */
const patient = Symbol.for('patient');
if (!(patient in vi)) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (check, options) => waitFor(check, options ?? patience);
  vi.waitUntil = (check, options) => waitUntil(check, options ?? patience);
  Object.assign(vi, { [patient]: true });
}

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: patience.timeout });
}
