// @vitest-environment happy-dom
/** Tooltips of the window's buttons. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import { IconButton } from '../../../../renderer/ui/icon-button.tsx';
import { fakeBridge, noon } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const twoButtons = () => {
  const { rerender } = showIn(
    createStores(fakeBridge({}), () => noon),
    <>
      <IconButton label="Star" hint={{ printed: 'S', spoken: 's' }} onClick={() => undefined}>
        *
      </IconButton>
      <IconButton label="Archive" onClick={() => undefined}>
        -
      </IconButton>
    </>,
  );
  const tooltips = () => screen.queryAllByRole('tooltip').map(({ textContent }) => textContent);
  const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
  const remove = async (): Promise<void> => rerender(<p>Nothing is left.</p>);
  const [star, archive] = [screen.getByLabelText('Star'), screen.getByLabelText('Archive')];
  return { star, archive, remove, tooltips, wait };
};

it('a button under the pointer says its name and key after half a second, and only one does', () => {
  const { star, archive, tooltips, wait } = twoButtons();
  fireEvent.pointerEnter(star);
  wait(499);
  expect(tooltips()).toEqual([]);
  wait(1);
  expect(tooltips()).toEqual(['Star (S)']);
  expect(star.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  fireEvent.pointerLeave(star);
  fireEvent.pointerEnter(archive);
  expect(tooltips()).toEqual([]);
  expect(star.hasAttribute('aria-describedby')).toBe(false);
  wait(500);
  expect(tooltips()).toEqual(['Archive']);
});

it.each([
  ['a press', (button: HTMLElement) => fireEvent.pointerDown(button)],
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
])('%s hides a tooltip and keeps one from coming', (_what, hide) => {
  const { star, tooltips, wait } = twoButtons();
  fireEvent.pointerEnter(star);
  wait(500);
  hide(star);
  expect(tooltips()).toEqual([]);
  fireEvent.pointerLeave(star);
  fireEvent.pointerEnter(star);
  wait(100);
  hide(star);
  wait(5_000);
  expect(tooltips()).toEqual([]);
});

it.each([100, 600])('a button that goes after %i ms takes its tooltip along', async (ms) => {
  const { star, remove, tooltips, wait } = twoButtons();
  fireEvent.pointerEnter(star);
  wait(ms);
  await act(remove);
  wait(500);
  expect(tooltips()).toEqual([]);
});

it('a finger shows none', () => {
  const { star, tooltips, wait } = twoButtons();
  fireEvent.pointerEnter(star, { pointerType: 'touch' });
  wait(5_000);
  expect(tooltips()).toEqual([]);
});
