/**
 * Decides whether a series grows without end. The first third is not judged (at least six minutes, at most
 * half): code is compiled, and caches fill, such as the window's, which keeps unused answers for five
 * minutes. The rest is divided into stretches, each represented by its lowest value, because uncollected
 * garbage is no leak. The Theil-Sen line through them, robust against outliers, must rise by more than
 * noise, fast enough to matter within a week, and in both halves: a single step is no leak.
 */

export type Point = readonly [minute: number, value: number];

export type Bounds = {
  /** Growth within the run that counts as noise. */
  readonly noise: number;
  /** Allowed growth per hour. */
  readonly anHour: number;
};

export type Series = {
  /** Name of the process, such as 'engine'. */
  readonly process: string;
  readonly figure: string;
  readonly unit: string;
  readonly points: readonly Point[];
  /** Null for a series that is shown but not judged. */
  readonly bounds: Bounds | null;
};

export type Verdict = {
  readonly isGrowing: boolean;
  /** Along the line, over the judged time. */
  readonly growth: number;
  readonly anHour: number;
};

const warmUp = { share: 1 / 3, minutes: 6, atMost: 1 / 2 };

/** Number of stretches, or fewer if there are fewer values. */
const stretches = 8;

/** Minimum number of stretches for a verdict. */
const fewest = 6;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/** Median of the slopes between all pairs. */
const computeSlope = (points: readonly Point[]): number =>
  median(
    points.flatMap(([minute, value], at) =>
      points
        .slice(at + 1)
        .filter(([later]) => later > minute)
        .map(([later, other]) => (other - value) / (later - minute)),
    ),
  );

/** The lowest point of each stretch. */
const pickLowest = (points: readonly Point[], count: number): readonly Point[] =>
  Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * points.length) / count);
    const to = Math.floor(((at + 1) * points.length) / count);
    return points.slice(from, to).toSorted(([, one], [, other]) => one - other)[0];
  }).filter((point) => point !== undefined);

/** @returns null if there are too few values, or no bounds */
export const computeVerdict = ({ points, bounds }: Series): Verdict | null => {
  const first = points[0]?.[0] ?? 0;
  const last = points.at(-1)?.[0] ?? 0;
  const whole = last - first;
  const cold = Math.min(warmUp.minutes, whole * warmUp.atMost);
  const from = first + Math.max(whole * warmUp.share, cold);
  const judged = points.filter(([minute]) => minute >= from);
  const low = pickLowest(judged, Math.min(stretches, judged.length));
  if (bounds === null || low.length < fewest) return null;
  const slope = computeSlope(low);
  const growth = slope * (last - from);
  const middle = Math.floor(low.length / 2);
  const goesOn = [low.slice(0, middle), low.slice(-middle)].every(
    (half) => computeSlope(half) > slope / 4,
  );
  const isGrowing = growth > bounds.noise && slope * 60 > bounds.anHour && goesOn;
  return { isGrowing, growth, anHour: slope * 60 };
};
