/** Formats a report's tables as CSV or JSON. */
import type { ReadInput } from '../../platform/command/handler.ts';
import { formatCSVLine, csvStart } from '../../platform/csv.ts';

type Tables = ReadInput<'insights.write'>['tables'];

const formatCSV = (tables: Tables): string =>
  csvStart +
  tables
    .map(({ title, columns, rows }) => [[title], columns, ...rows].map(formatCSVLine).join(''))
    .join('\r\n');

const formatJSON = (tables: Tables): string =>
  `${JSON.stringify(
    tables.map(({ title, columns, rows }) => ({
      title,
      rows: rows.map((cells) =>
        Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? null])),
      ),
    })),
    null,
    2,
  )}\n`;

export const tableFormatters = { csv: formatCSV, json: formatJSON } as const;
