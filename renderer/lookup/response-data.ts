/** Converts any response to a table: a list's records become rows, and every field a column. */
export type Row = Readonly<Record<string, unknown>>;

export type Column = {
  readonly name: string;
  /** All present values are numbers. */
  readonly isNumeric: boolean;
};

export type Table = {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** The fields next to the list, such as paging. */
  readonly otherFields: Row;
};

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isAbsent = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const toRow = (item: unknown): Row => (isRow(item) ? item : { value: item });

const listColumns = (rows: readonly Row[]): readonly Column[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => {
    const values = rows.map((row) => row[name]).filter((value) => !isAbsent(value));
    return {
      name,
      isNumeric: values.length > 0 && values.every((value) => typeof value === 'number'),
    };
  });

/** The list of a response: itself, its `data`, or its first list; any other response is one item. */
const findList = (
  body: unknown,
): { readonly items: readonly unknown[]; readonly otherFields: Row } => {
  if (Array.isArray(body)) return { items: body, otherFields: {} };
  if (!isRow(body)) return { items: [body], otherFields: {} };
  const names = Object.keys(body);
  const name = Array.isArray(body['data'])
    ? 'data'
    : names.find((each) => Array.isArray(body[each]));
  const items = name === undefined ? null : body[name];
  if (!Array.isArray(items)) return { items: [body], otherFields: {} };
  return {
    items,
    otherFields: Object.fromEntries(Object.entries(body).filter(([each]) => each !== name)),
  };
};

export const toTable = (body: unknown): Table => {
  const { items, otherFields } = findList(body);
  const rows = items.map(toRow);
  return { rows, columns: listColumns(rows), otherFields };
};
