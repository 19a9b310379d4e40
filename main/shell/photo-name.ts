/** Names saved photos. */
import { extname } from 'node:path';

/**
 * Returns a file name that is valid on every system.
 * @param name the sender's name of the photo
 * @param file its stored file, whose extension matches its type
 */
export const namePhotoFile = (name: string, file: string): string => {
  const end = extname(file);
  const plain = name
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '')
    .replace(/\.(?:jpe?g|jfif|png|gif|webp|avif)$/i, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 100);
  return `${plain || 'photo'}${end}`;
};
