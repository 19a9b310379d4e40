/** The window's commands for notes. */
import { fail, succeed } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import { mostNotes } from '../../../contract/limits.ts';
import type { LeadID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { refreshMarked } from '../leads/inbox.ts';
import { leadRow } from '../leads/lead-rows.ts';
import { setMarks } from '../leads/marks.ts';
import { noSuchLead, type Handlers } from '../platform/command/handler.ts';
import { rowOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { addNote, noteByID, notesOf, removeNote, restoreNote, rewordNote } from './notes.ts';

/** Handlers of `notes.*`. */
export const noteCommands = ({
  store,
  clock,
  publish,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly publish: (change: Change) => void;
}): Handlers<'notes.save' | 'notes.remove'> => {
  const existing = (leadID: LeadID): number | null => {
    const row = rowOf(leadID);
    return row !== null && leadRow(store, row) !== null ? row : null;
  };
  /** Ends that a lead waits for a reply; false when it waits for none. */
  const dealWith = (lead: number): boolean => {
    const row = leadRow(store, lead);
    if (row === null || (!row.needsReply && !row.older)) return false;
    refreshMarked(store, [lead], setMarks(store, [lead], { noReplyNeeded: true }));
    return true;
  };
  const tell = (leadID: LeadID): void => publish({ kinds: ['leads'], leadIDs: [leadID] });

  return {
    'notes.save': ({ leadID, noteID, kind, text, was }) => {
      const lead = existing(leadID);
      if (lead === null) return noSuchLead();
      const before = noteByID(store, noteID);
      if (before !== null && before.lead !== lead)
        return fail('conflict', 'The note is one of another lead.');
      if (before === null && notesOf(store, lead).length >= mostNotes)
        return fail('conflict', 'The lead has as many notes as it can have.');
      let dealtWith = false;
      if (before?.note.text !== text) {
        store.write(() => {
          if (before !== null) rewordNote(store, noteID, text, clock.now());
          else if (was !== undefined) restoreNote(store, lead, { noteID, kind, text, ...was });
          else {
            addNote(store, { noteID, lead, kind, text, now: clock.now() });
            dealtWith = kind === 'call' && dealWith(lead);
          }
        });
        tell(leadID);
      }
      const kept = noteByID(store, noteID);
      if (kept === null) throw new Error('a note that was saved is not there');
      return succeed({ note: kept.note, dealtWith });
    },

    'notes.remove': ({ leadID, noteID }) => {
      const lead = existing(leadID);
      if (lead === null) return noSuchLead();
      if (store.write(() => removeNote(store, lead, noteID))) tell(leadID);
      return succeed({});
    },
  };
};
