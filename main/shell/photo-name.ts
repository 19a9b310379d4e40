/** Under which name a photo is saved: its own, as far as every system takes it. */
import { extname } from 'node:path';

/** A name that every system takes, with the ending that the photo's type has. */
export const nameToSave = (name: string, file: string): string => {
  const end = extname(file);
  const plain = name
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '')
    .replace(/\.(?:jpe?g|jfif|png|gif|webp|avif)$/i, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 100);
  return `${plain || 'photo'}${end}`;
};
