/** Photo type by its first bytes; name and header are not trusted. */
import type { PhotoType } from '../../../contract/photos.ts';

const at = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** Returns the type of a photo that the page can show; null for others, such as HEIC and SVG. */
export const typeOf = (bytes: Uint8Array): PhotoType | null => {
  if (at(bytes, 0, 3) === '\xff\xd8\xff') return 'jpg';
  if (at(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a$/.test(at(bytes, 0, 6))) return 'gif';
  if (at(bytes, 0, 4) === 'RIFF' && at(bytes, 8, 12) === 'WEBP') return 'webp';
  if (at(bytes, 4, 8) === 'ftyp' && /^avi[fs]$/.test(at(bytes, 8, 12))) return 'avif';
  return null;
};
