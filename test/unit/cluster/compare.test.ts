/** The comparison at the end of the cluster campaign finds each kind of defect. */
import { expect, it } from 'vitest';
import { compareDesktops, type Stored } from '../../cluster/compare.ts';

const note = (number: number) => ({
  number,
  kind: 'once',
  subject: `fact.lead.note.ana.n${number}`,
  text: `note ${number}`,
  state: 'stored',
});
const outbox = [note(1), note(2)];
const [one, two] = outbox.map(({ subject, text }, at) => ({ sequence: at + 3, subject, text })) as [
  Stored['entries'][number],
  Stored['entries'][number],
];
const facts = [{ subject: 'fact.lead.starred', text: 'on' }];
const ana: Stored = {
  name: 'ana',
  entries: [one, two],
  facts,
  outbox,
  holds: [{ fence: 1, at: 10 }],
};
const ben: Stored = { ...ana, name: 'ben', outbox: [], holds: [{ fence: 2, at: 20 }] };
const none = { lost: [], doubled: [], misplaced: [], different: [] };

it('equal desktops have no findings', () => {
  expect(compareDesktops([ana, ben])).toEqual(none);
});

it.each<readonly [string, Stored, keyof typeof none]>([
  ['a change that one desktop lacks', { ...ben, entries: [one] }, 'lost'],
  ['an entry that was applied twice', { ...ben, entries: [one, two, two] }, 'doubled'],
  ['entries in another order', { ...ben, entries: [two, one] }, 'misplaced'],
  ['another text', { ...ben, entries: [one, { ...two, text: 'note 3' }] }, 'different'],
  ['another last state of a fact', { ...ben, facts: [] }, 'different'],
  ['two holders of a duty', { ...ben, holds: [{ fence: 2, at: 5 }] }, 'doubled'],
])('%s is found', (_name, defective, kind) => {
  expect(compareDesktops([ana, defective])[kind]).not.toEqual([]);
});

it('a change that still waits at the end is lost', () => {
  const waiting = { ...note(3), state: 'waiting' };
  expect(compareDesktops([{ ...ana, outbox: [...outbox, waiting] }, ben]).lost).toHaveLength(2);
});
