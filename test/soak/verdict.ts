/**
 * Whether something that was measured over time grows without end. The first third of a run is not
 * judged, nor its first six minutes unless they are more than half: code is compiled then, and caches
 * fill, of which the window's keeps an answer that nobody shows for five. Of the rest each stretch of time counts by its lowest
 * value, since what a collector has not come to yet is no leak, and the line through those is Theil's
 * and Sen's, which a few wild values do not bend. It has to rise by more than noise does in the whole,
 * as fast as would matter in a week, and to go on rising in both halves: one step up is no leak.
 */

/** When, in minutes from the beginning, and how much. */
export type Point = readonly [minute: number, value: number];

export type Bounds = {
  /** What may be added within the run and still be noise. */
  readonly noise: number;
  /** What an hour may add. */
  readonly anHour: number;
};

export type Series = {
  /** Whose it is, such as 'engine'. */
  readonly process: string;
  readonly figure: string;
  readonly unit: string;
  readonly points: readonly Point[];
  /** null for what is shown and not judged. */
  readonly bounds: Bounds | null;
};

export type Verdict = {
  readonly isGrowing: boolean;
  /** By the line, from the first judged moment to the last. */
  readonly growth: number;
  readonly anHour: number;
};

const warmUp = { share: 1 / 3, minutes: 6, atMost: 1 / 2 };

/** How many stretches the judged part is cut into, as far as there are values for them. */
const stretches = 8;

/** Fewer lowest values than this say nothing. */
const fewest = 6;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/** The median of the slopes between all pairs. */
const slopeOf = (points: readonly Point[]): number =>
  median(
    points.flatMap(([minute, value], at) =>
      points
        .slice(at + 1)
        .filter(([later]) => later > minute)
        .map(([later, other]) => (other - value) / (later - minute)),
    ),
  );

/** The lowest value of each stretch, at the moment at which it was measured. */
const lowest = (points: readonly Point[], count: number): readonly Point[] =>
  Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * points.length) / count);
    const to = Math.floor(((at + 1) * points.length) / count);
    return points.slice(from, to).toSorted(([, one], [, other]) => one - other)[0];
  }).filter((point) => point !== undefined);

/** @returns null where there is too little to say anything, or nothing to judge by */
export const verdictOn = ({ points, bounds }: Series): Verdict | null => {
  const first = points[0]?.[0] ?? 0;
  const last = points.at(-1)?.[0] ?? 0;
  const whole = last - first;
  const cold = Math.min(warmUp.minutes, whole * warmUp.atMost);
  const from = first + Math.max(whole * warmUp.share, cold);
  const judged = points.filter(([minute]) => minute >= from);
  const low = lowest(judged, Math.min(stretches, judged.length));
  if (bounds === null || low.length < fewest) return null;
  const slope = slopeOf(low);
  const growth = slope * (last - from);
  const middle = Math.floor(low.length / 2);
  const goesOn = [low.slice(0, middle), low.slice(-middle)].every(
    (half) => slopeOf(half) > slope / 4,
  );
  const isGrowing = growth > bounds.noise && slope * 60 > bounds.anHour && goesOn;
  return { isGrowing, growth, anHour: slope * 60 };
};
