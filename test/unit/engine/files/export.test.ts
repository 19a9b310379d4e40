/** An export has exactly the leads of the list, from one snapshot, in a format for other programs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { isOwnerOnly } from '../../../owner-only.ts';
import type { ExportFormat, ExportSelection } from '../../../../contract/file-jobs.ts';
import type { LeadID } from '../../../../contract/records.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { readCutoff } from '../../../../main/engine/leads/selection.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { toLeadID } from '../../../../main/engine/platform/store/ids.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { message } from '../support/records.ts';
import { noon, temporaryFolder } from '../support/store.ts';
import { addLeads, addRuleReply, bench, fileOf, job, numberOf } from './support.ts';

const exported = async (
  store: Store,
  format: ExportFormat,
  question: ExportSelection,
  onProgress: (done: number) => void = () => undefined,
): Promise<string> => {
  const to = join(temporaryFolder(), 'leads');
  const answer = await job(
    { kind: 'export', database: fileOf(store), to, question, format },
    onProgress,
  );
  expect(answer).toMatchObject({ ok: true });
  expect(isOwnerOnly(to)).toBe(true);
  return readFileSync(to, 'utf8');
};

const table = (csv: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(csv.replace('\uFEFF', ''), {
    header: true,
    newline: '\r\n',
    skipEmptyLines: true,
  }).data;

describe('an export of leads', () => {
  it('has a row for each lead of the view, with the professional’s marks and notes', async () => {
    const { store } = bench();
    const rows = table(await exported(store, 'leads', { view: 'all' }));
    expect(rows.map((row) => row['Lead ID']).toSorted()).toEqual(['n1', 'n2', 'n3']);
    expect(rows.find((row) => row['Lead ID'] === 'n1')).toMatchObject({
      Customer: 'Maria Gomez',
      Business: 'Ace Plumbing',
      Phone: "'+15125550100",
      City: 'Austin',
      Tags: 'Gate code, VIP',
      Starred: 'yes',
      'Job status': 'not_hired',
      'Not hired because': 'other: Moved away',
      'Lead price': '25',
      Messages: '2',
    });
    expect(rows.find((row) => row['Lead ID'] === 'n1')?.['Notes']).toContain('Two dogs');
  });

  it('has exactly the leads of the view, the search and the selection', async () => {
    const { store } = bench();
    const ids = async (question: ExportSelection): Promise<readonly (string | undefined)[]> =>
      table(await exported(store, 'leads', question))
        .map((row) => row['Lead ID'])
        .toSorted();
    expect(await ids({ view: 'starred' })).toEqual(['n1']);
    expect(await ids({ view: 'archived' })).toEqual([]);
    expect(await ids({ view: 'all', query: 'hello from 2' })).toEqual(['n2']);
    const chosen = ['n3', 'n2'].map((id) => toLeadID(numberOf(store, id)));
    expect(await ids({ view: 'all', leadIDs: chosen })).toEqual(['n2', 'n3']);
  });

  it('of everything that was selected leaves out what arrived later, unless it was added', async () => {
    const made = bench();
    const { store } = made;
    const [n1, n2, n3] = ['n1', 'n2', 'n3'].map((id) => toLeadID(numberOf(store, id)));
    const asOf = readCutoff(store, noon);
    made.deliver('MessageCreated', message('late', 'n2', 'Customer', 'Still there?', asOf + 1));
    made.deliver('MessageCreated', message('later', 'n3', 'Customer', 'And me?', asOf + 2));
    const ids = async (all: ExportSelection['all']): Promise<readonly (string | undefined)[]> =>
      table(await exported(store, 'leads', { view: 'all', all }))
        .map((row) => row['Lead ID'])
        .toSorted();
    expect(await ids({ asOf, except: [] })).toEqual(['n1']);
    expect(await ids({ asOf, except: [], also: [n3 as LeadID] })).toEqual(['n1', 'n3']);
    expect(await ids({ asOf: asOf + 2, except: [n1 as LeadID, n2 as LeadID] })).toEqual(['n3']);
  });

  it('has all messages of more than a page of leads, and none that arrive meanwhile', async () => {
    const made = bench();
    const { store } = made;
    addLeads(made, 4, 250);
    let calls = 0;
    const csv = await exported(store, 'messages', { view: 'all' }, (done) => {
      calls += 1;
      const [at, text] = [noon + 5_000 + calls, 'Arrived meanwhile'];
      for (const n of [1, 249])
        made.deliver('MessageCreated', message(`late${calls}-${n}`, `n${n}`, 'Customer', text, at));
      expect(done).toBeLessThanOrEqual(250);
    });
    const rows = table(csv);
    expect(calls).toBeGreaterThan(1);
    expect(rows).toHaveLength(500);
    expect(csv).not.toContain('Arrived meanwhile');
    expect(new Set(rows.map((row) => row['From']))).toEqual(new Set(['customer', 'business']));
  });

  it('names the rule of each automatic reply', async () => {
    const { store } = bench();
    addRuleReply(store, 'n2');
    const rows = table(await exported(store, 'messages', { view: 'all' }));
    expect(rows.flatMap((row) => (row['Rule'] === '' ? [] : [[row['Text'], row['Rule']]]))).toEqual(
      [['Answer 2', 'First reply']],
    );
    const { leads } = JSON.parse(await exported(store, 'json', { view: 'all' })) as {
      leads: { messages: { text: string; rule?: string }[] }[];
    };
    expect(
      leads.flatMap(({ messages }) => messages.filter((each) => 'rule' in each)),
    ).toMatchObject([{ text: 'Answer 2', rule: 'First reply' }]);
  });

  it('names the assignee of a lead, and who wrote its notes and replies', async () => {
    const { store } = bench();
    store.db.exec(`
      INSERT INTO team_people VALUES ('ben', 'Ben Ode', 0);
      UPDATE messages SET person = 'ben' WHERE side = 'business';
      UPDATE notes SET person = 'ben';`);
    const lead = numberOf(store, 'n2');
    setMarks(store, [lead], { assignee: 'ben' });
    refreshInbox(store, lead);
    const rows = table(await exported(store, 'messages', { view: 'all' }));
    const authors = rows.map((row) => [row['From'], row['Author']].join(' '));
    expect([...new Set(authors)].toSorted()).toEqual(['business Ben Ode', 'customer ']);
    const listed = table(await exported(store, 'leads', { view: 'all' }));
    expect(listed.filter((row) => row['Assignee'] === 'Ben Ode')).toHaveLength(1);
    const json = await exported(store, 'json', { view: 'all' });
    expect(json).toContain('"assignee":"Ben Ode"');
    expect(json).toContain('"author":"Ben Ode"');
  });

  it.each(['leads', 'json'] as const)(
    'as %s leaves out a time that no calendar has, as of a restored note',
    async (format) => {
      const { store } = bench();
      store.db.prepare('UPDATE notes SET at = 9000000000000000').run();
      expect(await exported(store, format, { view: 'all' })).toContain('Two dogs');
    },
  );

  it('is JSON with leads, notes and messages in it', async () => {
    const { store } = bench();
    const { leads, ...head } = JSON.parse(await exported(store, 'json', { view: 'all' })) as {
      leads: { leadID: string; notes: unknown[]; messages: { text: string }[] }[];
    };
    expect(head).toMatchObject({ format: 'hearthline-export', version: 1, view: 'all' });
    const lead = leads.find(({ leadID }) => leadID === 'n1');
    expect(lead).toMatchObject({ notes: [{ text: 'Two dogs' }], tags: ['Gate code', 'VIP'] });
    expect(lead?.messages.map(({ text }) => text)).toEqual(['Hello from 1', 'Answer 1']);
    expect(JSON.parse(await exported(store, 'json', { view: 'archived' }))).toHaveProperty(
      'leads',
      [],
    );
  });
});
