/** Handlers of `notes.*`. */
import type { CommandOutput } from '../../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import { maxNotes } from '../../../contract/limits.ts';
import type { LeadID, NoteID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { findLeadRow } from '../leads/lead-rows.ts';
import type { Mark } from '../leads/marking.ts';
import { setMarks } from '../leads/marks.ts';
import { failNoSuchLead, type Handlers } from '../platform/command/handler.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { findListedLead } from './commands.ts';
import {
  addNote,
  isByColleague,
  findNote,
  listNotes,
  removeNote,
  restoreNote,
  rewordNote,
} from './notes.ts';

const failNotTheAuthor = (): Answer<never> =>
  fail('conflict', 'Only the member who wrote a note can change it.');

export const createNoteCommands = (dependencies: {
  readonly store: Store;
  readonly clock: Clock;
  readonly mark: Mark;
  readonly publish: (change: Change) => void;
}): Handlers<'notes.save' | 'notes.remove'> => {
  const { store, clock, mark, publish } = dependencies;
  const publishLead = (leadID: LeadID): void => publish({ kinds: ['leads'], leadIDs: [leadID] });

  const answerWith = (
    noteID: NoteID,
    clearsNeedsReply: boolean,
  ): Answer<CommandOutput<'notes.save'>> => {
    const saved = findNote(store, noteID);
    return saved === null ? failNoSuchLead() : succeed({ note: saved.note, clearsNeedsReply });
  };

  /** Stores a new call and marks the lead as needing no reply; resolves to true if it needed one. */
  const logCall = async (lead: number, noteID: NoteID, text: string): Promise<boolean> => {
    let neededReply = false;
    await mark([lead], (leads) => {
      if (leads.length === 0 || findNote(store, noteID) !== null) return [];
      addNote(store, { noteID, lead, kind: 'call', text, now: clock.now() });
      const row = findLeadRow(store, lead);
      neededReply = row !== null && (row.needsReply || row.isOlder);
      return neededReply ? setMarks(store, leads, { noReplyNeeded: true }) : [];
    });
    if (!neededReply) publishLead(toLeadID(lead));
    return neededReply;
  };

  return {
    'notes.save': ({ leadID, noteID, kind, text, was }) => {
      const lead = findListedLead(store, leadID);
      if (lead === null) return failNoSuchLead();
      const before = findNote(store, noteID);
      if (before !== null && before.lead !== lead)
        return fail('conflict', 'The note is one of another lead.');
      if (isByColleague(store, noteID)) return failNotTheAuthor();
      if (before === null && listNotes(store, lead).length >= maxNotes)
        return fail('conflict', 'The lead has as many notes as it can have.');
      if (before === null && was === undefined && kind === 'call')
        return logCall(lead, noteID, text).then((clearsNeedsReply) =>
          answerWith(noteID, clearsNeedsReply),
        );
      if (before?.note.text !== text) {
        store.write(() => {
          if (before !== null) rewordNote(store, noteID, text, clock.now());
          else if (was !== undefined) restoreNote(store, lead, { noteID, kind, text, ...was });
          else addNote(store, { noteID, lead, kind, text, now: clock.now() });
        });
        publishLead(leadID);
      }
      return answerWith(noteID, false);
    },

    'notes.remove': ({ leadID, noteID }) => {
      const lead = findListedLead(store, leadID);
      if (lead === null) return failNoSuchLead();
      if (isByColleague(store, noteID)) return failNotTheAuthor();
      if (store.write(() => removeNote(store, lead, noteID))) publishLead(leadID);
      return succeed({});
    },
  };
};
