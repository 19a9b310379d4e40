// @vitest-environment happy-dom
/** Files of a request or a message, as far as the service says what and where they are. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Attachment } from '../../../../contract/records.ts';
import { createStores } from '../../../../renderer/state/stores.ts';
import { Attachments } from '../../../../renderer/thread/attachments.tsx';
import { fakeBridge, id, no, noon, ok } from '../support/samples.ts';
import { showIn } from '../support/window.tsx';

const file = (more: Partial<Attachment>): Attachment => ({
  fileName: 'plan.pdf',
  fileSize: null,
  mimeType: '',
  url: 'https://files.example/plan',
  description: null,
  ...more,
});

const show = async (
  files: readonly Attachment[],
  getPhoto: Parameters<typeof fakeBridge>[0]['photos.get'] = () => no('internal'),
) => {
  const bridge = fakeBridge({ 'shell.openLink': () => ok({}), 'photos.get': getPhoto });
  const stores = createStores(bridge, () => noon);
  showIn(stores, <Attachments files={files} leadID={id('l1')} messageID={null} />);
  return { ...bridge, stores };
};

it('a file opens in the browser', async () => {
  const bridge = await show([file({})]);
  fireEvent.click(screen.getByRole('button', { name: /plan\.pdf/ }));
  expect(bridge.inputsOf('shell.openLink')).toEqual([{ url: 'https://files.example/plan' }]);
});

it('a file without an address is named and offers nothing to open', async () => {
  await show([file({ url: null, description: 'Ground floor' })]);
  expect(screen.getByRole('listitem').textContent).toContain('plan.pdf');
  expect(screen.getByRole('listitem').textContent).toContain('Ground floor');
  expect(screen.queryByRole('button')).toBeNull();
});

it('a file without a name is there all the same', async () => {
  await show([file({ fileName: '' })]);
  expect(screen.getByRole('button', { name: /Unnamed file/ })).toBeTruthy();
});

it('a file without a description begins with what it is, and one that says nothing with nothing', async () => {
  await show([file({ description: '', mimeType: 'application/pdf' }), file({ description: '' })]);
  const [typed, plain] = screen.getAllByRole('listitem').map((item) => item.querySelector('small'));
  expect(typed?.textContent).toBe('application/pdf');
  expect(plain?.textContent).toBe('');
});

const photo = (nth: number): Attachment =>
  file({
    fileName: `photo-${nth}.png`,
    mimeType: 'image/png',
    url: `https://files.example/${nth}`,
  });
const kept = (nth: number): string =>
  `${'a'.repeat(16)}-${'b'.repeat(32)}-${`${nth}`.repeat(32)}.png`;

it('six photos are shown small, the last one saying how many more there are', async () => {
  const files = [file({}), ...Array.from({ length: 9 }, (_, nth) => photo(nth))];
  const { inputsOf, stores } = await show(files, ({ index }) => ok({ file: kept(index) }));
  const thumbnails = await screen.findAllByRole('button', { name: /^Open photo/ });
  expect(thumbnails).toHaveLength(6);
  expect(inputsOf('photos.get')).toHaveLength(6);
  expect(inputsOf('photos.get')[0]).toEqual({ leadID: 'l1', messageID: null, index: 1 });
  expect(screen.getByRole('button', { name: 'Open photo: photo-5.png, and 3 more' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Open photo: photo-2.png' }));
  expect(stores.viewer.getState().shown).toEqual({ leadID: 'l1', messageID: null, index: 3 });
});

it('a photo that cannot be had is a file, and is asked for again when somebody says so', async () => {
  let isAway = true;
  const { inputsOf } = await show([photo(1)], () =>
    isAway ? no('offline') : ok({ file: kept(1) }),
  );
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('listitem').textContent).toContain("Couldn't load this photo");
  expect(inputsOf('photos.get')).toHaveLength(1);
  isAway = false;
  fireEvent.click(retry);
  const thumbnail = await screen.findByRole('button', { name: 'Open photo: photo-1.png' });
  expect(inputsOf('photos.get')[1]).toMatchObject({ again: true });
  expect(thumbnail.querySelector('img')?.getAttribute('src')).toBe(`/photos/${kept(1)}?1`);
});

it('a kept photo that cannot be drawn is fetched anew once, and then said to be broken', async () => {
  const { inputsOf } = await show([photo(1)], () => ok({ file: kept(1) }));
  const image = () => screen.getByRole('button', { name: /^Open photo/ }).querySelector('img');
  await screen.findByRole('button', { name: /^Open photo/ });
  fireEvent.error(image() as Element);
  await screen.findByRole('button', { name: /^Open photo/ });
  expect(inputsOf('photos.get')).toHaveLength(2);
  fireEvent.error(image() as Element);
  await screen.findByRole('button', { name: 'Try again' });
  expect(inputsOf('photos.get')).toHaveLength(2);
});
