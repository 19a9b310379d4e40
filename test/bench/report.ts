/** What the bench found: each figure beside its floor of the same run and its goal, as table and JSON. */

export type Result = {
  readonly figure: string;
  /** How many leads the store has. */
  readonly size: number;
  readonly value: number;
  readonly unit: string;
  /** What hardware or library do at best, measured in the same run; null where nothing compares. */
  readonly floor: number | null;
  /** The value by its floor. */
  readonly ratio: number | null;
  /** In words; null for a figure that only explains another one. */
  readonly goal: string | null;
  readonly met: boolean | null;
};

/** What a figure should be. */
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

const rounded = (value: number): number => Number(value.toPrecision(4));

/** The result of a measurement. */
export const result = ({ figure, size, value, unit, floor, goal }: Measured): Result => {
  const ratio = floor === undefined || floor === 0 ? null : value / floor;
  const judged = goal?.of === 'ratio' ? ratio : value;
  const isMet = (than: number): boolean =>
    judged !== null && (goal?.bound === 'at least' ? judged >= than : judged <= than);
  return {
    figure,
    size,
    value: rounded(value),
    unit,
    floor: floor === undefined ? null : rounded(floor),
    ratio: ratio === null ? null : rounded(ratio),
    goal:
      goal === undefined
        ? null
        : `${goal.bound} ${goal.than}${goal.of === 'ratio' ? ' of the floor' : ` ${unit}`}`,
    met: goal === undefined ? null : isMet(goal.than),
  };
};

const shown = (value: number | null): string =>
  value === null ? '' : value >= 1_000 ? Math.round(value).toLocaleString('en-US') : String(value);

/** A table for people, a line for each result. */
export const table = (results: readonly Result[]): string => {
  const head = ['figure', 'leads', 'value', 'unit', 'floor', 'ratio', 'goal', 'met'];
  const lines = results.map((one) => [
    one.figure,
    shown(one.size),
    shown(one.value),
    one.unit,
    shown(one.floor),
    shown(one.ratio),
    one.goal ?? '',
    one.met === null ? '' : one.met ? 'yes' : 'NO',
  ]);
  const rows = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isNumber = (column: number): boolean => [1, 2, 4, 5].includes(column);
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
