/** Names saved photos. */
import { extname } from 'node:path';
import { photoEndings } from '../../contract/photos.ts';

const ending = new RegExp(`\\.(?:${photoEndings.join('|')})$`, 'i');

/**
 * Returns a file name that is valid on every system.
 * @param name the sender's name of the photo
 * @param file its stored file, whose extension matches its type
 */
export const namePhotoFile = (name: string, file: string): string => {
  const end = extname(file);
  const plain = name
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '')
    .replace(ending, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 100);
  return `${plain || 'photo'}${end}`;
};
