import type { CommandOutput } from '../../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import { mostNotes } from '../../../contract/limits.ts';
import type { LeadID, NoteID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { leadRow } from '../leads/lead-rows.ts';
import type { Mark } from '../leads/marking.ts';
import { setMarks } from '../leads/marks.ts';
import { noSuchLead, type Handlers } from '../platform/command/handler.ts';
import { leadIDOf, rowOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { addNote, noteByID, notesOf, removeNote, restoreNote, rewordNote } from './notes.ts';

/** Handlers of `notes.*`. */
export const noteCommands = ({
  store,
  clock,
  mark,
  publish,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly mark: Mark;
  readonly publish: (change: Change) => void;
}): Handlers<'notes.save' | 'notes.remove'> => {
  const existing = (leadID: LeadID): number | null => {
    const row = rowOf(leadID);
    return row !== null && leadRow(store, row) !== null ? row : null;
  };
  const tell = (leadID: LeadID): void => publish({ kinds: ['leads'], leadIDs: [leadID] });

  /** Returns a saved note; `not_found` when its lead is gone. */
  const saved = (noteID: NoteID, dealtWith: boolean): Answer<CommandOutput<'notes.save'>> => {
    const kept = noteByID(store, noteID);
    return kept === null ? noSuchLead() : succeed({ note: kept.note, dealtWith });
  };
  /**
   * Stores a new call and marks the lead as needing no reply in the same transaction; resolves to
   * whether it did.
   */
  const log = async (lead: number, noteID: NoteID, text: string): Promise<boolean> => {
    let waited = false;
    await mark([lead], (leads) => {
      if (leads.length === 0 || noteByID(store, noteID) !== null) return [];
      addNote(store, { noteID, lead, kind: 'call', text, now: clock.now() });
      const row = leadRow(store, lead);
      waited = row !== null && (row.needsReply || row.older);
      return waited ? setMarks(store, leads, { noReplyNeeded: true }) : [];
    });
    if (!waited) tell(leadIDOf(lead));
    return waited;
  };

  return {
    'notes.save': ({ leadID, noteID, kind, text, was }) => {
      const lead = existing(leadID);
      if (lead === null) return noSuchLead();
      const before = noteByID(store, noteID);
      if (before !== null && before.lead !== lead)
        return fail('conflict', 'The note is one of another lead.');
      if (before === null && notesOf(store, lead).length >= mostNotes)
        return fail('conflict', 'The lead has as many notes as it can have.');
      if (before === null && was === undefined && kind === 'call')
        return log(lead, noteID, text).then((dealtWith) => saved(noteID, dealtWith));
      if (before?.note.text !== text) {
        store.write(() => {
          if (before !== null) rewordNote(store, noteID, text, clock.now());
          else if (was !== undefined) restoreNote(store, lead, { noteID, kind, text, ...was });
          else addNote(store, { noteID, lead, kind, text, now: clock.now() });
        });
        tell(leadID);
      }
      return saved(noteID, false);
    },

    'notes.remove': ({ leadID, noteID }) => {
      const lead = existing(leadID);
      if (lead === null) return noSuchLead();
      if (store.write(() => removeNote(store, lead, noteID))) tell(leadID);
      return succeed({});
    },
  };
};
