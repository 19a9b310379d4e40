/** Handlers of `notes.*`. */
import type { CommandOutput } from '../../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import { maxNotes } from '../../../contract/limits.ts';
import type { LeadID, NoteID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { leadRow } from '../leads/lead-rows.ts';
import type { Mark } from '../leads/marking.ts';
import { setMarks } from '../leads/marks.ts';
import { noSuchLead, type Handlers } from '../platform/command/handler.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { findLeadRow } from './commands.ts';
import {
  addNote,
  isColleagues,
  noteByID,
  notesOf,
  removeNote,
  restoreNote,
  rewordNote,
} from './notes.ts';

const notTheAuthor = (): Answer<never> =>
  fail('conflict', 'Only the member who wrote a note can change it.');

export const noteCommands = (dependencies: {
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
    const saved = noteByID(store, noteID);
    return saved === null ? noSuchLead() : succeed({ note: saved.note, clearsNeedsReply });
  };

  /** Stores a new call and marks the lead as needing no reply; resolves to whether it needed one. */
  const logCall = async (lead: number, noteID: NoteID, text: string): Promise<boolean> => {
    let neededReply = false;
    await mark([lead], (leads) => {
      if (leads.length === 0 || noteByID(store, noteID) !== null) return [];
      addNote(store, { noteID, lead, kind: 'call', text, now: clock.now() });
      const row = leadRow(store, lead);
      neededReply = row !== null && (row.needsReply || row.older);
      return neededReply ? setMarks(store, leads, { noReplyNeeded: true }) : [];
    });
    if (!neededReply) publishLead(leadIDOf(lead));
    return neededReply;
  };

  return {
    'notes.save': ({ leadID, noteID, kind, text, was }) => {
      const lead = findLeadRow(store, leadID);
      if (lead === null) return noSuchLead();
      const before = noteByID(store, noteID);
      if (before !== null && before.lead !== lead)
        return fail('conflict', 'The note is one of another lead.');
      if (isColleagues(store, noteID)) return notTheAuthor();
      if (before === null && notesOf(store, lead).length >= maxNotes)
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
      const lead = findLeadRow(store, leadID);
      if (lead === null) return noSuchLead();
      if (isColleagues(store, noteID)) return notTheAuthor();
      if (store.write(() => removeNote(store, lead, noteID))) publishLead(leadID);
      return succeed({});
    },
  };
};
