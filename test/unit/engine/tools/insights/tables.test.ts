/** Insights can be saved for a spreadsheet or for a program. */
import { expect, it } from 'vitest';
import { tableFormatters } from '../../../../../main/engine/tools/insights/tables.ts';

const tables = [
  { title: 'Insights', columns: ['About', 'Value'], rows: [['From', '2026-11-16']] },
  {
    title: 'Categories',
    columns: ['Category', 'Leads', 'Median first reply'],
    rows: [
      ['=HYPERLINK("x")', 3, 4.5],
      ['Doors, windows', 1, null],
    ],
  },
];

it('a CSV file has one table below the other, and no cell can run as a formula', () => {
  expect(tableFormatters.csv(tables)).toBe(
    [
      '\uFEFFInsights',
      'About,Value',
      'From,2026-11-16',
      '',
      'Categories',
      'Category,Leads,Median first reply',
      `"'=HYPERLINK(""x"")",3,4.5`,
      '"Doors, windows",1,',
      '',
    ].join('\r\n'),
  );
});

it('a JSON file has a name for each value', () => {
  expect(JSON.parse(tableFormatters.json(tables))).toEqual([
    { title: 'Insights', rows: [{ About: 'From', Value: '2026-11-16' }] },
    {
      title: 'Categories',
      rows: [
        { Category: '=HYPERLINK("x")', Leads: 3, 'Median first reply': 4.5 },
        { Category: 'Doors, windows', Leads: 1, 'Median first reply': null },
      ],
    },
  ]);
});
