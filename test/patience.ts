/**
 * How long a test waits for what must come: longer than any computer takes, however busy it is. A wait
 * ends when its reason does, so this is the time of a failure and never that of a success.
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
