/** What is saved of Insights can be read by a spreadsheet and by a program. */
import { expect, it } from 'vitest';
import { written } from '../../../../../main/engine/tools/insights/written.ts';

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

it('as one table below the other, in which nothing is computed', () => {
  expect(written.csv(tables)).toBe(
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

it('as data, with a name for each value', () => {
  expect(JSON.parse(written.json(tables))).toEqual([
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
