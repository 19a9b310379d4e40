/** Draws each photo's thumbnail once; one at a time, because a decoded photo takes up to 200 MB. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answer, Failure } from '../../contract/errors.ts';
import {
  maxPhotoPixels,
  buildPhotoAddress,
  photoRefusals,
  thumbnailSide,
} from '../../contract/photos.ts';
import type { LeadStores, PhotoPlace } from '../leads/stores.ts';

export type Thumbnails = {
  /** The thumbnail's name, or the failure, of each photo. */
  readonly drawn: Readonly<Record<string, Answer<string>>>;
  /** Draws a stored photo's thumbnail, unless that is running. */
  readonly draw: (place: PhotoPlace, file: string) => void;
  readonly forget: (file: string) => void;
};

export const cannotBeDrawn: Failure = {
  code: 'unexpected_answer',
  message: 'The photo cannot be drawn.',
};
const tooManyPixels: Failure = { ...cannotBeDrawn, detail: photoRefusals.tooManyPixels };

const toBase64 = async (blob: Blob): Promise<string> => {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};

/** The center of a photo as a small square, in base64. */
const drawSmall = async (file: string): Promise<string | Failure> => {
  try {
    const answer = await fetch(buildPhotoAddress(file));
    const whole = await createImageBitmap(await answer.blob());
    const { width, height } = whole;
    try {
      // The header may have named a smaller size.
      if (width * height > maxPhotoPixels) return tooManyPixels;
      const side = Math.min(width, height);
      const [left, top] = [(width - side) / 2, (height - side) / 2];
      const small = await createImageBitmap(whole, left, top, side, side, {
        resizeWidth: thumbnailSide,
        resizeHeight: thumbnailSide,
        resizeQuality: 'high',
      });
      const canvas = new OffscreenCanvas(thumbnailSide, thumbnailSide);
      canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(small);
      return await toBase64(await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 }));
    } finally {
      whole.close();
    }
  } catch {
    return cannotBeDrawn;
  }
};

export const createThumbnails = ({
  bridge,
  queries,
}: Pick<LeadStores, 'bridge' | 'queries'>): StoreApi<Thumbnails> =>
  createStore<Thumbnails>()((set) => {
    const pending = new Set<string>();
    let queue = Promise.resolve();

    const createThumbnail = async (file: string): Promise<Answer<string>> => {
      const bytes = await drawSmall(file);
      if (typeof bytes !== 'string') return { ok: false, error: bytes };
      const stored = await bridge.invoke('photos.keepThumbnail', { file, bytes });
      return stored.ok ? { ok: true, value: stored.value.thumbnail } : stored;
    };

    const record = (file: string, answer: Answer<string>): void =>
      set(({ drawn }) => ({ drawn: { ...drawn, [file]: answer } }));

    /** A stored photo that cannot be drawn is fetched once more. */
    const draw = async (place: PhotoPlace, file: string): Promise<void> => {
      const first = await createThumbnail(file);
      if (first.ok || first.error !== cannotBeDrawn) return record(file, first);
      const refetched = await bridge.invoke('photos.get', { ...place, again: true });
      if (!refetched.ok) return record(file, refetched);
      const second = await createThumbnail(refetched.value.file);
      record(refetched.value.file, second);
      record(file, second);
      queries.setAnswer('photos.get', place, refetched.value);
    };

    return {
      drawn: {},
      draw: (place, file) => {
        if (pending.has(file)) return;
        pending.add(file);
        queue = queue.then(() => draw(place, file)).finally(() => pending.delete(file));
      },
      forget: (file) => set(({ drawn: { [file]: _, ...drawn } }) => ({ drawn })),
    };
  });
