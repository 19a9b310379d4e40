/** Exporting from the window: the leads that are selected, or the visible list. */
import { expect, it } from 'vitest';
import type { LeadID } from '../../../../contract/records.ts';
import { exportView } from '../../../../renderer/leads/exporting.ts';
import { emptySelection, type Selection } from '../../../../renderer/leads/selection-model.ts';

const [ada, ben] = ['ada' as LeadID, 'ben' as LeadID];

/** Exports with this selection and returns the question that was asked. */
const ask = async (selection: Selection): Promise<unknown> => {
  const asked: unknown[] = [];
  const list = { view: 'all', business: null, query: '', everywhere: false };
  const stores = {
    leads: { getState: () => list },
    selecting: { getState: () => ({ selection }) },
    act: async (_command: string, input: unknown) => void asked.push(input),
  };
  await exportView(stores as unknown as Parameters<typeof exportView>[0], 'leads');
  return asked;
};

const visible = { view: 'all', query: '', everywhere: false };

it('asks for the visible list without a selection, and for selected leads alone', async () => {
  expect(await ask(emptySelection)).toEqual([{ question: visible, format: 'leads' }]);
  expect(await ask({ kind: 'some', leadIDs: new Set([ada]) })).toEqual([
    { question: { ...visible, leadIDs: [ada] }, format: 'leads' },
  ]);
});

it('asks for everything that was selected at that time, with exceptions and additions', async () => {
  const all = { asOf: 5, except: new Set([ada]), also: new Set([ben]) };
  expect(await ask({ kind: 'all', ...all })).toEqual([
    { question: { ...visible, all: { asOf: 5, except: [ada], also: [ben] } }, format: 'leads' },
  ]);
});
