/** Results of the bench, each with its floor from the same run and its goal, as a table and as JSON. */

export type Result = {
  readonly figure: string;
  /** Number of leads in the store. */
  readonly size: number;
  readonly value: number;
  readonly unit: string;
  /** The best possible value, measured in the same run; null if nothing compares. */
  readonly floor: number | null;
  /** Value divided by floor. */
  readonly ratio: number | null;
  /** The goal in words; null for a figure that only explains another. */
  readonly goal: string | null;
  readonly met: boolean | null;
};

export type Goal = {
  readonly of: 'value' | 'ratio';
  readonly bound: 'at least' | 'at most';
  readonly than: number;
};

export const valueAtMost = (than: number): Goal => ({ of: 'value', bound: 'at most', than });
export const ratioAtMost = (than: number): Goal => ({ of: 'ratio', bound: 'at most', than });
export const ratioAtLeast = (than: number): Goal => ({ of: 'ratio', bound: 'at least', than });

type Measured = {
  readonly figure: string;
  readonly size: number;
  readonly value: number;
  readonly unit: string;
  readonly floor?: number;
  readonly goal?: Goal;
};

const round = (value: number): number => Number(value.toPrecision(4));

export const createResult = ({ figure, size, value, unit, floor, goal }: Measured): Result => {
  const ratio = floor === undefined || floor === 0 ? null : value / floor;
  const judged = goal?.of === 'ratio' ? ratio : value;
  const isMet = (than: number): boolean =>
    judged !== null && (goal?.bound === 'at least' ? judged >= than : judged <= than);
  return {
    figure,
    size,
    value: round(value),
    unit,
    floor: floor === undefined ? null : round(floor),
    ratio: ratio === null ? null : round(ratio),
    goal:
      goal === undefined
        ? null
        : `${goal.bound} ${goal.than}${goal.of === 'ratio' ? ' of the floor' : ` ${unit}`}`,
    met: goal === undefined ? null : isMet(goal.than),
  };
};

export type Summary = Result & {
  /** Smallest and largest value of all runs. */
  readonly spread: readonly [number, number];
};

const isJudgedByRatio = ({ goal, ratio }: Result): boolean =>
  goal?.endsWith('of the floor') === true && ratio !== null;
const judged = (one: Result): number => (isJudgedByRatio(one) ? (one.ratio ?? 0) : one.value);
const buildKey = ({ figure, size }: Result): string => `${figure} ${size}`;

/** The median of each figure over several runs, with its spread. */
export const summarize = (runs: readonly (readonly Result[])[]): readonly Summary[] =>
  [...Map.groupBy(runs.flat(), buildKey).values()].flatMap((results) => {
    const sorted = results.toSorted((one, other) => judged(one) - judged(other));
    const middle = sorted[Math.floor((sorted.length - 1) / 2)];
    const values = results.map(({ value }) => value);
    if (middle === undefined) return [];
    return [{ ...middle, spread: [Math.min(...values), Math.max(...values)] as const }];
  });

/** Noise of an idle computer: a figure may be worse by this factor. */
const tolerated = 1.25;

/** Figures that are more than 25 % worse than before, each with both values. */
export const findWorse = (before: readonly Result[], now: readonly Result[]): readonly string[] => {
  const earlier = new Map(before.map((one) => [buildKey(one), one]));
  return now.flatMap((one) => {
    const known = earlier.get(buildKey(one));
    if (known === undefined || one.goal === null) return [];
    const [was, is] = [judged(known), judged(one)];
    const isWorse = one.goal.startsWith('at least') ? is * tolerated < was : is > was * tolerated;
    return isWorse ? [`${one.figure} at ${formatNumber(one.size)} leads: ${was}, now ${is}`] : [];
  });
};

const formatNumber = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString('en-US') : String(value);

const isSmall = ({ size }: Summary): boolean => size <= 10_000;

const formatMarkdown = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
};

/** The table of docs/performance.md: a line per figure with a goal. Missed goals are bold. */
export const formatDocsTable = (summaries: readonly Summary[]): string => {
  const judgedOnes = summaries.filter(
    ({ goal, figure }) => goal !== null && !figure.includes('growth'),
  );
  const cell = (one: Summary | undefined): string => {
    if (one === undefined) return '';
    const ofRatio = isJudgedByRatio(one);
    const [least, most] = one.spread.map((value) => Number(value.toPrecision(2)));
    const range = least === most ? String(least) : `${least} to ${most}`;
    const text = ofRatio ? String(Number(judged(one).toPrecision(2))) : `${range} ${one.unit}`;
    return one.met === false ? `**${text}**` : text;
  };
  const rows = [...Map.groupBy(judgedOnes, ({ figure }) => figure)].map(([figure, both]) => {
    const goal = both[0]?.goal?.replace('at most', '≤').replace('at least', '≥') ?? '';
    const [small, large] = [both.find(isSmall), both.find((one) => !isSmall(one))];
    return [figure, cell(small), cell(large), goal.replace(' of the floor', '')];
  });
  return formatMarkdown([['figure', '10,000 leads', '100,000 leads', 'goal'], ...rows]);
};

/** A Markdown table with a line per figure; missed goals are bold. */
export const formatTable = (summaries: readonly Summary[]): string => {
  const rows = summaries.map(({ figure, size, unit, value, ratio, spread, goal, met }) => {
    const judgedText = goal === null || met === true ? (goal ?? '') : `**${goal}**`;
    const range = spread.map(formatNumber).join(' to ');
    return [
      figure,
      formatNumber(size),
      `${formatNumber(value)} ${unit}`,
      range,
      String(ratio ?? ''),
      judgedText,
    ];
  });
  const head = ['figure', 'leads', 'median', 'spread', 'of the floor', 'goal'];
  return formatMarkdown([head, ...rows]);
};
