import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../../contract/commands.ts';
import type { Change } from '../../../../contract/events.ts';
import { maxNotes } from '../../../../contract/limits.ts';
import type { LeadID, NoteID } from '../../../../contract/records.ts';
import { removeLeads } from '../../../../main/engine/accounts/removal.ts';
import { createNoteCommands } from '../../../../main/engine/conversation/note-commands.ts';
import { addNote, listNotes } from '../../../../main/engine/conversation/notes.ts';
import { createMarking } from '../../../../main/engine/leads/marking.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { followMergedLeads } from '../../../../main/engine/tools/move/merged-leads.ts';
import type { EngineCommand, Handlers } from '../../../../main/engine/platform/command/handler.ts';
import { toLeadID, toRow } from '../../../../main/engine/platform/store/ids.ts';
import { testIngest } from '../support/ingest.ts';
import { message, negotiation } from '../support/records.ts';
import { accountID, noon, testSlices } from '../support/store.ts';
import { currentID, legacyID, openBench } from '../tools/move/bench.ts';

const newNoteID = (): NoteID => randomUUID() as NoteID;

const bench = () => {
  const made = testIngest();
  const { store, clock, changes } = made;
  made.deliver('NegotiationCreatedV4', negotiation('1'));
  made.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Are you there?', noon));
  const { leadID } = made.lead();
  const publish = (change: Change): void => void changes.push(change);
  const mark = createMarking({ store, slices: testSlices(clock), clock, publish });
  const handlers = createNoteCommands({ store, clock, mark, publish });
  const save = (noteID: NoteID, text: string, more: object = {}) =>
    handlers['notes.save'](
      commands['notes.save'].input.parse({ leadID, noteID, kind: 'note', text, ...more }),
    );
  const notes = () => listNotes(store, toRow(leadID) ?? 0);
  return { ...made, leadID, mark, handlers, save, notes };
};

describe('a note', () => {
  it('saved twice is one note with the last text at its first position', () => {
    const { save, notes, clock } = bench();
    const noteID = newNoteID();
    void save(noteID, 'Gate code 12');
    clock.advance(60_000);
    void save(noteID, 'Gate code 12');
    expect(notes()).toEqual([
      { noteID, kind: 'note', text: 'Gate code 12', at: noon, editedAt: null },
    ]);
    void save(noteID, 'Gate code 1234');
    expect(notes()).toMatchObject([{ text: 'Gate code 1234', at: noon, editedAt: noon + 60_000 }]);
  });

  it('of a call can get its first text later, which does not count as an edit', async () => {
    const { save, notes, clock } = bench();
    const noteID = newNoteID();
    await save(noteID, '', { kind: 'call' });
    clock.advance(60_000);
    void save(noteID, 'Tuesday at nine', { kind: 'call' });
    expect(notes()).toMatchObject([{ kind: 'call', text: 'Tuesday at nine', editedAt: null }]);
  });

  it('of a call ends the lead’s wait once and reports it', async () => {
    const { save, notes, lead, deliver } = bench();
    const noteID = newNoteID();
    const first = save(noteID, '', { kind: 'call' });
    const second = save(noteID, '', { kind: 'call' });
    expect(await first).toMatchObject({ value: { clearsNeedsReply: true } });
    expect(await second).toMatchObject({ value: { clearsNeedsReply: false } });
    expect(notes()).toHaveLength(1);
    expect(lead()).toMatchObject({ needsReply: false, noReplyNeeded: true });
    const other = await save(newNoteID(), '', { kind: 'call' });
    expect(other).toMatchObject({ value: { clearsNeedsReply: false } });
    deliver('MessageCreatedV4', message('m2', '1', 'Customer', 'Hello?', noon + 60_000));
    expect(save(noteID, 'Tuesday', { kind: 'call' })).toMatchObject({
      value: { clearsNeedsReply: false },
    });
    expect(lead()).toMatchObject({ needsReply: true });
  });

  it('of a call logged while many leads are marked takes effect last', async () => {
    const { save, view, leadID, deliver, mark, store } = bench();
    for (let count = 2; count < 60; count += 1)
      deliver('NegotiationCreatedV4', negotiation(`${count}`));
    // Slices mark the leads in order, so the first slices are done long before the last.
    const all = Array.from({ length: 59 }, (_, index) => 59 - index);
    const marked = mark(all, (leads) => setMarks(store, leads, { noReplyNeeded: false }));
    const logged = save(newNoteID(), '', { kind: 'call' });
    await marked;
    expect(await logged).toMatchObject({ value: { clearsNeedsReply: true } });
    const called = view('all').filter(({ noReplyNeeded }) => noReplyNeeded);
    expect(called).toMatchObject([{ leadID }]);
  });

  it('of a call that is restored does not change the lead', () => {
    const { save, lead } = bench();
    const was = { at: noon, editedAt: null };
    expect(save(newNoteID(), '', { kind: 'call', was })).toMatchObject({
      value: { clearsNeedsReply: false },
    });
    expect(lead()).toMatchObject({ needsReply: true, noReplyNeeded: false });
  });

  it('follows earlier messages even if this computer’s clock is behind', () => {
    const { save, notes, clock } = bench();
    clock.set(noon - 3_600_000);
    void save(newNoteID(), 'Call back');
    expect(notes()[0]?.at).toBe(noon);
  });

  it('is restored unchanged at its position', () => {
    const { save, notes, clock, handlers, leadID } = bench();
    const noteID = newNoteID();
    void save(noteID, 'Gate code 12');
    const before = notes();
    clock.advance(60_000);
    void handlers['notes.remove']({ leadID, noteID });
    void handlers['notes.remove']({ leadID, noteID });
    expect(notes()).toEqual([]);
    void save(noteID, 'Gate code 12', { was: { at: noon, editedAt: null } });
    expect(notes()).toEqual(before);
  });

  it('changes neither the waiting time nor the last activity of a lead', () => {
    const { save, lead } = bench();
    const before = lead();
    void save(newNoteID(), 'Gate code 12');
    expect(lead()).toEqual(before);
  });

  it('is published only when it changes', () => {
    const { save, changes, leadID } = bench();
    const noteID = newNoteID();
    changes.length = 0;
    void save(noteID, 'Gate code');
    void save(noteID, 'Gate code');
    expect(changes).toEqual([{ kinds: ['leads'], leadIDs: [leadID] }]);
  });

  it('of another lead is not changed, and a lead with the maximum gets no more', () => {
    const { save, notes, store, deliver, handlers, clock } = bench();
    const noteID = newNoteID();
    void save(noteID, 'Gate code');
    deliver('NegotiationCreatedV4', negotiation('2'));
    const input = { leadID: '2' as LeadID, noteID, kind: 'note', text: 'Mine' } as const;
    expect(handlers['notes.save'](input)).toMatchObject({ error: { code: 'conflict' } });
    for (let count = 1; count < maxNotes; count += 1)
      addNote(store, { noteID: newNoteID(), lead: 1, kind: 'note', text: 'x', now: clock.now() });
    expect(save(newNoteID(), 'one more')).toMatchObject({ error: { code: 'conflict' } });
    expect(save(noteID, 'other words')).toMatchObject({ ok: true });
    expect(notes()).toHaveLength(maxNotes);
  });

  it('is found by its text until it is changed or removed', () => {
    const { save, view, handlers, leadID } = bench();
    const noteID = newNoteID();
    void save(noteID, 'Zaunschlüssel under the mat');
    expect(view('all', 'zaunschlussel there')).toHaveLength(1);
    void save(noteID, 'Key under the mat');
    expect([view('all', 'zaunschlussel'), view('all', 'mat key')]).toMatchObject([[], [{}]]);
    void handlers['notes.remove']({ leadID, noteID });
    expect([view('all', 'mat'), view('all', 'there')]).toMatchObject([[], [{}]]);
  });

  it('is deleted with its account, and from search', () => {
    const { save, store } = bench();
    void save(newNoteID(), 'Under the mat');
    removeLeads(store, accountID, 10);
    const left = (table: string): unknown =>
      store.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    expect([left('notes'), left('search_changes'), left('lead_vocabulary')]).toEqual([0, 0, 0]);
  });

  it('moves with its merged lead, which keeps the old id', () => {
    const made = openBench();
    made.legacy.lead('n1');
    const { store, clock } = made;
    const from = made.numberOf(legacyID, 'n1');
    const handlers = followMergedLeads(
      store,
      createNoteCommands({
        store,
        clock,
        mark: createMarking({ store, slices: testSlices(clock), clock, publish: () => undefined }),
        publish: () => undefined,
      }) as Handlers<EngineCommand>,
    );
    const note = { leadID: toLeadID(from), noteID: newNoteID(), kind: 'note' } as const;
    const saved = (text: string) => handlers['notes.save']({ ...note, text });
    expect(saved('Under the mat')).toMatchObject({ ok: true });
    expect(listNotes(store, from)).toHaveLength(1);
    made.v4.lead('n1');
    made.merge('n1');
    const to = made.numberOf(currentID, 'n1');
    expect(listNotes(store, to)).toMatchObject([{ text: 'Under the mat' }]);
    expect(saved('Under the red mat')).toMatchObject({ ok: true });
    expect(listNotes(store, to)).toMatchObject([{ text: 'Under the red mat' }]);
    expect(made.view('all', 'red mat')).toMatchObject([{ leadID: toLeadID(to) }]);
  });
});
