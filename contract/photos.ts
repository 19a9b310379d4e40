/**
 * Which files are photos that the app shows itself, and what the kept ones are called: the engine
 * writes them, main serves them to the page by these names only. No imports, no logic beside that.
 */

/** The types that the engine keeps, as the ends of their names, with what they are served as. */
export const photoTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const;
export type PhotoType = keyof typeof photoTypes;

/** Whose account, which address, what content: three digests, and the type. */
export const photoFile = /^[0-9a-f]{16}-[0-9a-f]{32}-[0-9a-f]{32}\.(?:jpg|png|gif|webp|avif)$/;

/** The small version of a kept photo, by the same digests. */
export const thumbnailFile = /^[0-9a-f]{16}-[0-9a-f]{32}-[0-9a-f]{32}\.small\.webp$/;

/** The most pixels that a photo may have to be drawn. */
export const mostPhotoPixels = 50_000_000;
/** Width and height of a thumbnail, in pixels, and the most bytes that one takes. */
export const thumbnailSide = 192;
export const largestThumbnail = 64_000;

/** Why a file is no photo that is shown: the `detail` of an `unexpected_answer`. */
export const photoRefusals = {
  tooLarge: 'too large',
  tooManyPixels: 'too many pixels',
  ofAnotherType: 'of another type',
} as const;

/** Where the page finds a kept photo; `again` makes it look anew. */
export const photoAddress = (file: string, again = 0): string =>
  `/photos/${file}${again === 0 ? '' : `?${again}`}`;

const shownTypes = /^image\/(?:p?jpe?g|png|gif|webp|avif)\b/i;
const shownEnds = /\.(?:jpe?g|jfif|png|gif|webp|avif)(?:[?#]|$)/i;
const saysNothing = /^(?:|application\/octet-stream|binary\/octet-stream)$/i;

/**
 * Whether a file is tried as a photo, by what the service says of it: its type, or its name where the
 * type says nothing. What it really is, its first bytes say.
 */
export const isPhoto = (file: {
  readonly mimeType: string;
  readonly fileName: string;
  readonly url: string | null;
}): boolean =>
  file.url !== null &&
  (saysNothing.test(file.mimeType)
    ? shownEnds.test(file.fileName || file.url)
    : shownTypes.test(file.mimeType));
