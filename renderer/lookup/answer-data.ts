/**
 * An answer of the marketplace as a table and as text. What is in it is not demanded: a list is looked
 * for where lists are, every field that a record has becomes a column, and nothing is left out.
 */
export type Row = Readonly<Record<string, unknown>>;

export type Column = {
  readonly name: string;
  /** Every value that is there is a number. */
  readonly numeric: boolean;
};

export type Table = {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** What stands beside the list: ids of the search, paging. */
  readonly aside: Row;
};

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing to show: a value that is not there, or is empty. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const rowOf = (item: unknown): Row => (isRow(item) ? item : { value: item });

const columnsOf = (rows: readonly Row[]): readonly Column[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => {
    const values = rows.map((row) => row[name]).filter((value) => !isAbsent(value));
    return {
      name,
      numeric: values.length > 0 && values.every((value) => typeof value === 'number'),
    };
  });

/** The list in an answer: itself, its `data`, or the first list that it has; null when it has none. */
const listIn = (body: unknown): { readonly items: readonly unknown[]; readonly aside: Row } => {
  if (Array.isArray(body)) return { items: body, aside: {} };
  if (!isRow(body)) return { items: [body], aside: {} };
  const names = Object.keys(body);
  const name = Array.isArray(body['data'])
    ? 'data'
    : names.find((each) => Array.isArray(body[each]));
  const items = name === undefined ? null : body[name];
  if (!Array.isArray(items)) return { items: [body], aside: {} };
  return {
    items,
    aside: Object.fromEntries(Object.entries(body).filter(([each]) => each !== name)),
  };
};

/** The table of an answer. An answer without a list is a table of one row. */
export const tableOf = (body: unknown): Table => {
  const { items, aside } = listIn(body);
  const rows = items.map(rowOf);
  return { rows, columns: columnsOf(rows), aside };
};
