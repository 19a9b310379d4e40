import { extname } from 'node:path';

/** The file name for a saved photo: valid on every system, with the extension of its type. */
export const nameToSave = (name: string, file: string): string => {
  const end = extname(file);
  const plain = name
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '')
    .replace(/\.(?:jpe?g|jfif|png|gif|webp|avif)$/i, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 100);
  return `${plain || 'photo'}${end}`;
};
