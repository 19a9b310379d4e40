/** Photo types, and names of stored photos: the engine writes them, and main serves only these names to the page. */

/** File extensions of stored photos and their MIME types. */
export const photoTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const;
export type PhotoType = keyof typeof photoTypes;

/** File extensions of photos as senders name them. */
export const photoEndings = ['jpg', 'jpeg', 'jfif', 'png', 'gif', 'webp', 'avif'] as const;

/** Digests of account, address and content, and the type. */
export const photoFile = /^[0-9a-f]{16}-[0-9a-f]{32}-[0-9a-f]{32}\.(?:jpg|png|gif|webp|avif)$/;

/** Thumbnail of a stored photo, by the same digests. */
export const thumbnailFile = /^[0-9a-f]{16}-[0-9a-f]{32}-[0-9a-f]{32}\.small\.webp$/;

/** Photos with more pixels are rejected and never stored. */
export const maxPhotoPixels = 50_000_000;
/** Largest width and height in pixels, and largest size in bytes. */
export const thumbnailSide = 192;
export const maxThumbnailBytes = 64_000;

/** `detail` of the `unexpected_answer` for a file that is not stored as a photo. */
export const photoRefusals = {
  tooLarge: 'too large',
  tooManyPixels: 'too many pixels',
  ofAnotherType: 'of another type',
} as const;

/** Builds the address of a stored photo for the page; another `attempt` bypasses the cache. */
export const buildPhotoAddress = (file: string, attempt = 0): string =>
  `/photos/${file}${attempt === 0 ? '' : `?${attempt}`}`;

/** Subtypes of `image/`. */
export const photoSubtypes = [
  'jpg',
  'jpeg',
  'pjpg',
  'pjpeg',
  'png',
  'gif',
  'webp',
  'avif',
] as const;
/** MIME types of any file: its name decides. */
export const genericTypes = ['', 'application/octet-stream', 'binary/octet-stream'] as const;
const shownTypes = new RegExp(`^image/(?:${photoSubtypes.join('|')})\\b`, 'i');
const shownExtensions = new RegExp(`\\.(?:${photoEndings.join('|')})(?:[?#]|$)`, 'i');
const genericType = new RegExp(`^(?:${genericTypes.join('|')})$`, 'i');

/** True for a photo by its MIME type, or by its name if the type is generic. The engine checks the bytes. */
export const isPhoto = (file: {
  readonly mimeType: string;
  readonly fileName: string;
  readonly url: string | null;
}): boolean =>
  file.url !== null &&
  (genericType.test(file.mimeType)
    ? shownExtensions.test(file.fileName || file.url)
    : shownTypes.test(file.mimeType));
