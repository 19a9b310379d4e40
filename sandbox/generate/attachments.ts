/** Pictures of the work, as customers of a trade send them. */
import type { Attachment } from '../records.ts';
import { idOf, type Random } from './random.ts';
import type { Trade } from './trades/trade.ts';

/** `count` different pictures; `purpose` says what they belong to. */
export const generateAttachments = (
  random: Random,
  trade: Trade,
  count: number,
  seed: number,
  ...purpose: readonly (string | number)[]
): readonly Attachment[] =>
  random
    .shuffle(trade.files)
    .slice(0, count)
    .map((name) => ({
      fileName: `${name}.png`,
      fileSize: random.int(90, 3800) * 1024,
      mimeType: 'image/png',
      url: `/attachments/${idOf(seed, ...purpose, name)}/${name}.png`,
      description: name.replaceAll('-', ' '),
    }));
