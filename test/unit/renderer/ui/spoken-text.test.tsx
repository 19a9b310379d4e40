// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { startWords } from '../../../../renderer/app/i18n.ts';
import { createStores, StoresProvider } from '../../../../renderer/state/stores.ts';
import { SpokenText } from '../../../../renderer/ui/spoken-text.tsx';
import { fakeBridge, noon, ok } from '../support/samples.ts';

const show = async (text: string) => {
  const bridge = fakeBridge({ 'shell.openLink': () => ok({}) });
  render(
    <StoresProvider value={createStores(bridge, () => noon)}>
      <I18nextProvider i18n={await startWords('en')}>
        <MantineProvider env="test">
          <SpokenText text={text} />
        </MantineProvider>
      </I18nextProvider>
    </StoresProvider>,
  );
  return bridge;
};

describe('what a customer wrote', () => {
  afterEach(cleanup);

  it('is text, whatever it looks like', async () => {
    await show('<img src=x onerror=alert(1)> <b>bold</b>');
    expect(screen.getByText('<img src=x onerror=alert(1)> <b>bold</b>')).toBeTruthy();
    expect(document.querySelector('img, b')).toBeNull();
  });

  it('has links that are shown whole and open in the browser', async () => {
    const bridge = await show('Photos: https://a.example/album?key=1.');
    fireEvent.click(screen.getByRole('link', { name: 'https://a.example/album?key=1' }));
    expect(bridge.inputsOf('shell.openLink')).toEqual([{ url: 'https://a.example/album?key=1' }]);
  });

  it('is folded when it is megabytes long, and nothing of it is lost', async () => {
    await show('long '.repeat(1_000_000));
    expect(document.querySelector('bdi')?.textContent.length).toBe(20_000);
    fireEvent.click(screen.getByRole('button', { name: /whole message \(5,000,000 characters\)/ }));
    expect(document.querySelector('bdi')?.textContent.length).toBe(5_000_000);
  });
});
