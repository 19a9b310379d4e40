// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createStores } from '../../../../renderer/app/stores.ts';
import { MessageText } from '../../../../renderer/ui/message-text.tsx';
import { fakeBridge, no, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const show = async (text: string) => {
  const bridge = fakeBridge({ 'shell.openLink': () => ok({}) });
  showIn(
    createStores(bridge, () => noon),
    <MessageText text={text} />,
  );
  return bridge;
};

describe('a customer’s text', () => {
  it('is never interpreted as HTML', async () => {
    await show('<img src=x onerror=alert(1)> <b>bold</b>');
    expect(screen.getByText('<img src=x onerror=alert(1)> <b>bold</b>')).toBeTruthy();
    expect(document.querySelector('img, b')).toBeNull();
  });

  it('has complete links that open in the browser', async () => {
    const bridge = await show('Photos: https://a.example/album?key=1.');
    fireEvent.click(screen.getByRole('link', { name: 'https://a.example/album?key=1' }));
    expect(bridge.inputsOf('shell.openLink')).toEqual([{ url: 'https://a.example/album?key=1' }]);
  });

  it('says so when a link cannot be opened', async () => {
    const bridge = fakeBridge({ 'shell.openLink': () => no('internal') });
    const stores = createStores(bridge, () => noon);
    showIn(stores, <MessageText text="https://a.example/album" />);
    fireEvent.click(screen.getByRole('link'));
    await expect
      .poll(() => stores.toasts.getState().toasts.map(({ content }) => content))
      .toEqual([{ kind: 'failed', code: 'internal' }]);
  });

  it('is shortened when it is megabytes long, and can be expanded', async () => {
    await show('long '.repeat(1_000_000));
    expect(document.querySelector('bdi')?.textContent.length).toBe(20_000);
    fireEvent.click(screen.getByRole('button', { name: /whole message \(5,000,000 characters\)/ }));
    expect(document.querySelector('bdi')?.textContent.length).toBe(5_000_000);
  });
});
