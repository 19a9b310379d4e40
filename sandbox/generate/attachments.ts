/** Generates customers' photos of the work. */
import type { Attachment, Lead } from '../records.ts';
import { deriveID, type Random } from './random.ts';
import { getTrade } from './trades/trades.ts';

type PhotoSubject = ReturnType<typeof getPhotoSubject>;

export const getPhotoSubject = ({ trade, job, negotiation }: Lead) => ({
  trade,
  job,
  category: negotiation.request.category.name,
});

/** Photos for categories outside the trades. */
const photosByCategory: readonly (readonly [RegExp, string])[] = [
  [/roof|gutter|chimney|solar/i, 'roof'],
  [/fence|gate/i, 'fence'],
  [/tile|bath|shower|mold/i, 'shower-tile'],
  [/water heater/i, 'water-heater'],
  [/heating|furnace/i, 'furnace'],
  [/deck|stair|carpentry/i, 'back-steps'],
  [/drywall/i, 'wall-hole'],
  [/door/i, 'panel-door'],
  [/kitchen|appliance|cabinet/i, 'kitchen'],
  [/concrete|paving|driveway|tree|landscap|sprinkler/i, 'lawn'],
];

const listPhotoNames = ({ trade, job, category }: PhotoSubject): readonly string[] => {
  const { category: tradeCategory, photos, jobs, spanishJobs } = getTrade(trade);
  const otherTradePhoto =
    category === tradeCategory
      ? undefined
      : photosByCategory.find(([words]) => words.test(category))?.[1];
  if (otherTradePhoto !== undefined) return [otherTradePhoto];
  return [...jobs, ...spanishJobs].find(({ text }) => text === job)?.photos ?? photos;
};

/** Generates up to `count` different photos. `purpose` makes their ids unique. */
export const generateAttachments = (
  random: Random,
  subject: PhotoSubject,
  count: number,
  seed: number,
  ...purpose: readonly (string | number)[]
): readonly Attachment[] =>
  random
    .shuffle(listPhotoNames(subject))
    .slice(0, count)
    .map((name) => ({
      fileName: `${name}.jpg`,
      fileSize: random.int(90, 3800) * 1024,
      mimeType: 'image/jpeg',
      url: `/attachments/${deriveID(seed, ...purpose, name)}/${name}.jpg`,
      description: name.replaceAll('-', ' '),
    }));
