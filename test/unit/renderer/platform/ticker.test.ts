// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { createTicker } from '../../../../renderer/platform/ticker.ts';

it('times are updated when the window becomes visible again', () => {
  const ticker = createTicker(() => 0, 1_000_000);
  const drawn = vi.fn();
  const end = ticker.subscribe(drawn);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(drawn).toHaveBeenCalledTimes(1);
  end();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(drawn).toHaveBeenCalledTimes(1);
});
