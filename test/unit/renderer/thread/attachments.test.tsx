// @vitest-environment happy-dom
/** Files of a request or a message, with whatever the service provides about them. */
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Attachment } from '../../../../contract/records.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
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

/** Photos with stored thumbnails. */
const thumbnails = new Set<string>();

const show = async (
  files: readonly Attachment[],
  getPhoto: Parameters<typeof fakeBridge>[0]['photos.get'] = () => no('internal'),
) => {
  const bridge = fakeBridge({
    'shell.openLink': () => ok({}),
    'photos.get': getPhoto,
    'photos.keepThumbnail': ({ file: whole }) => {
      thumbnails.add(whole);
      return ok({ thumbnail: whole.replace(/\w+$/, 'small.webp') });
    },
  });
  const stores = createStores(bridge, () => noon);
  showIn(stores, <Attachments files={files} leadID={id('l1')} messageID={null} />);
  return { ...bridge, stores };
};

it('a file is a link that opens in the browser, so that a right-click can copy its address', async () => {
  const bridge = await show([file({})]);
  const link = screen.getByRole('link', { name: /plan\.pdf/ });
  expect(link.getAttribute('href')).toBe('https://files.example/plan');
  fireEvent.click(link);
  expect(bridge.inputsOf('shell.openLink')).toEqual([{ url: 'https://files.example/plan' }]);
});

it('a file without an address is shown without a link', async () => {
  await show([file({ url: null, description: 'Ground floor' })]);
  expect(screen.getByRole('listitem').textContent).toContain('plan.pdf');
  expect(screen.getByRole('listitem').textContent).toContain('Ground floor');
  expect(screen.queryByRole('link')).toBeNull();
});

it('a file without a name is shown as unnamed', async () => {
  await show([file({ fileName: '' })]);
  expect(screen.getByRole('link', { name: /Unnamed file/ })).toBeTruthy();
});

it('a file without a description shows its type, if it has one', async () => {
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

const small = (nth: number): string => kept(nth).replace(/png$/, 'small.webp');

it('six photos have thumbnails, and the last shows how many more there are', async () => {
  const files = [file({}), ...Array.from({ length: 9 }, (_, nth) => photo(nth))];
  const { inputsOf, stores } = await show(files, ({ index }) =>
    ok({ file: kept(index), thumbnail: small(index) }),
  );
  const thumbnails = await screen.findAllByRole('button', { name: /^Open photo/ });
  expect(thumbnails).toHaveLength(6);
  expect(inputsOf('photos.get')).toHaveLength(6);
  expect(inputsOf('photos.get')[0]).toEqual({ leadID: 'l1', messageID: null, index: 1 });
  expect(screen.getByRole('button', { name: 'Open photo: photo-5.png, and 3 more' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Open photo: photo-2.png' }));
  expect(stores.viewer.getState().shown).toEqual({ leadID: 'l1', messageID: null, index: 3 });
});

it('a photo that cannot be loaded is shown as a file and can be retried', async () => {
  let isAway = true;
  const { inputsOf } = await show([photo(1)], () =>
    isAway ? no('offline') : ok({ file: kept(1), thumbnail: small(1) }),
  );
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('listitem').textContent).toContain("Couldn't load this photo");
  expect(inputsOf('photos.get')).toHaveLength(1);
  isAway = false;
  fireEvent.click(retry);
  const thumbnail = await screen.findByRole('button', { name: 'Open photo: photo-1.png' });
  expect(inputsOf('photos.get')[1]).toMatchObject({ again: true });
  expect(thumbnail.querySelector('img')?.getAttribute('src')).toBe(`/photos/${small(1)}?1`);
});

it('a cached photo that cannot be rendered is refetched once, then shown as broken', async () => {
  const { inputsOf } = await show([photo(1)], () => ok({ file: kept(1), thumbnail: small(1) }));
  const image = () => screen.getByRole('button', { name: /^Open photo/ }).querySelector('img');
  await screen.findByRole('button', { name: /^Open photo/ });
  fireEvent.error(image() as Element);
  await screen.findByRole('button', { name: /^Open photo/ });
  expect(inputsOf('photos.get')).toHaveLength(2);
  fireEvent.error(image() as Element);
  await screen.findByRole('button', { name: 'Try again' });
  expect(inputsOf('photos.get')).toHaveLength(2);
});

/** Fakes the page's image decoding, which happy-dom lacks: each photo has this size. */
const drawing = (width: number, height: number) => {
  const decoded: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    decoded.push(address);
    return Promise.resolve(new Response('photo'));
  });
  const createImageBitmap = vi.fn(() => Promise.resolve({ width, height, close: vi.fn() }));
  vi.stubGlobal('createImageBitmap', createImageBitmap);
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ transferFromImageBitmap: vi.fn() });
      convertToBlob = () => Promise.resolve(new Blob(['small']));
    },
  );
  return { decoded, createImageBitmap };
};
afterEach(() => {
  vi.unstubAllGlobals();
  thumbnails.clear();
});

it('a thumbnail is created once, and later openings load only the thumbnail', async () => {
  const { decoded, createImageBitmap } = drawing(4_000, 3_000);
  const get = () => ok({ file: kept(1), thumbnail: thumbnails.has(kept(1)) ? small(1) : null });
  const first = await show([photo(1)], get);
  const shown = async () =>
    (await screen.findByRole('button', { name: /^Open photo/ })).querySelector('img');
  expect((await shown())?.getAttribute('src')).toBe(`/photos/${small(1)}`);
  expect(first.inputsOf('photos.keepThumbnail')).toEqual([{ file: kept(1), bytes: btoa('small') }]);
  expect(createImageBitmap.mock.lastCall).toEqual([
    expect.anything(),
    500,
    0,
    3_000,
    3_000,
    expect.objectContaining({ resizeWidth: 192, resizeHeight: 192 }),
  ]);
  cleanup();
  const second = await show([photo(1)], get);
  expect((await shown())?.getAttribute('src')).toBe(`/photos/${small(1)}`);
  expect(second.inputsOf('photos.keepThumbnail')).toEqual([]);
  expect(decoded).toEqual([`/photos/${kept(1)}`]);
});

it('a photo has its thumbnail even if memory was full for the one before', async () => {
  drawing(4_000, 3_000);
  vi.spyOn(Blob.prototype, 'arrayBuffer')
    .mockRejectedValueOnce(new RangeError())
    .mockRejectedValueOnce(new RangeError());
  const { inputsOf } = await show([photo(1), photo(2)], ({ index }) =>
    ok({ file: kept(index), thumbnail: null }),
  );
  await screen.findByRole('button', { name: 'Try again' });
  await screen.findByRole('button', { name: 'Open photo: photo-2.png' });
  await expect.poll(() => inputsOf('photos.keepThumbnail')).toMatchObject([{ file: kept(1) }]);
});

it('a picture larger than its header claims is shown as a file', async () => {
  drawing(10_000, 10_000);
  const { inputsOf } = await show([photo(1)], () => ok({ file: kept(1), thumbnail: null }));
  expect(await screen.findByText(/^image\/png · Too large to show here$/)).toBeTruthy();
  expect(inputsOf('photos.keepThumbnail')).toEqual([]);
});

it.each(['too large', 'too many pixels'])(
  'a picture that is %s is shown as a file with the reason',
  async (detail) => {
    await show([photo(1)], () => ({
      ok: false,
      error: {
        code: 'unexpected_answer',
        message: 'This is not a photo that can be shown.',
        detail,
      },
    }));
    expect(await screen.findByText(/^image\/png · Too large to show here$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  },
);
