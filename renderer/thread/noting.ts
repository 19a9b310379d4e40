/**
 * Notes and logged calls. A note gets its id when its field opens, so that saving twice stores one. Text is
 * kept until the engine has stored it, even while another lead is open or the field is closed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { LeadID, Note, NoteID, NoteKind } from '../../contract/records.ts';
import { awaitFailure } from '../platform/bridge.ts';
import type { LeadStores } from '../leads/stores.ts';
import type { UndoableAction } from '../platform/undo.ts';

type OpenNote = {
  readonly leadID: LeadID;
  readonly noteID: NoteID;
  readonly kind: NoteKind;
  /** The stored note; null for a new one. */
  readonly stored: Note | null;
};

export type Noting = {
  readonly open: OpenNote | null;
  /** The field must take the focus when it is mounted. */
  readonly needsFocus: boolean;
  readonly texts: Readonly<Record<NoteID, string>>;
  readonly error: Failure | null;
  /** Opens the field for a new note, or for the unsaved one. */
  readonly write: (leadID: LeadID) => void;
  readonly edit: (leadID: LeadID, note: Note) => void;
  readonly type: (text: string) => void;
  /** Closes the field and keeps its text. */
  readonly close: () => void;
  readonly save: () => Promise<void>;
  readonly remove: (leadID: LeadID, note: Note) => Promise<void>;
  /** Logs a call: the lead needs no reply until its customer writes. */
  readonly logCall: (leadID: LeadID) => Promise<void>;
  /** Moves the note of a lead that was merged into another one. */
  readonly follow: (from: LeadID, to: LeadID) => void;
};

/** A second press before this time logs no second call. */
const minCallGapMs = 60_000;

const createNoteID = (): NoteID => crypto.randomUUID() as NoteID;

/** @param now UTC milliseconds */
export const createNoting = (
  { bridge, conversation, leads, toasts, undoStack }: LeadStores,
  now: () => number,
): StoreApi<Noting> => {
  /** The unsaved new note of each lead. */
  const unsavedNotes = new Map<LeadID, NoteID>();
  /** UTC milliseconds of each lead's last call. */
  const calls = new Map<LeadID, number>();

  const refetch = (): Promise<void> => conversation.getState().refetch();
  /** Scrolls to a saved note if its lead is still open. */
  const show = async (leadID: LeadID, { noteID, at }: Note): Promise<void> => {
    await refetch();
    const opened = conversation.getState();
    if (opened.leadID === leadID && opened.state === 'ready')
      opened.goTo({ in: 'note', id: noteID, at });
  };
  const reportFailure = ({ code }: Failure): void =>
    void toasts.getState().show({ kind: 'failed', code });

  const toUndoable = (
    what: 'added' | 'changed' | 'removed' | 'called',
    undo: () => Promise<Failure | null>,
  ): UndoableAction => ({ toast: { kind: 'done', getText: (t) => t(`notes.did.${what}`) }, undo });

  const storeNote = (
    leadID: LeadID,
    { noteID, kind, text }: Pick<Note, 'noteID' | 'kind' | 'text'>,
    restored?: Note,
  ) =>
    bridge.invoke('notes.save', {
      leadID,
      noteID,
      kind,
      text,
      ...(restored && { was: { at: restored.at, editedAt: restored.editedAt } }),
    });
  const removeNote = (leadID: LeadID, noteID: NoteID) =>
    bridge.invoke('notes.remove', { leadID, noteID });

  return createStore<Noting>()((set, get) => {
    const openField = (open: OpenNote, text: string): void =>
      set(({ texts }) => ({
        open,
        needsFocus: true,
        error: null,
        texts: { ...texts, [open.noteID]: texts[open.noteID] ?? text },
      }));
    const forget = (noteID: NoteID): void =>
      set(({ texts: { [noteID]: _, ...texts } }) => ({ texts }));

    return {
      open: null,
      needsFocus: false,
      texts: {},
      error: null,
      write: (leadID) => {
        const noteID = unsavedNotes.get(leadID) ?? createNoteID();
        unsavedNotes.set(leadID, noteID);
        openField({ leadID, noteID, kind: 'note', stored: null }, '');
      },
      edit: (leadID, note) =>
        openField({ leadID, noteID: note.noteID, kind: note.kind, stored: note }, note.text),
      type: (text) => {
        const { open } = get();
        if (open === null) return;
        set(({ texts }) => ({ texts: { ...texts, [open.noteID]: text } }));
      },
      close: () => set({ open: null, needsFocus: false, error: null }),
      save: async () => {
        const { open, texts } = get();
        if (open === null) return;
        const { leadID, noteID, kind, stored } = open;
        const typed = texts[noteID] ?? '';
        const text = typed.trim();
        if (text === '' && kind === 'note') return;
        const saved = stored?.text === text ? null : storeNote(leadID, { noteID, kind, text });
        if (saved !== null)
          undoStack.pushPending(saved, () =>
            stored === null
              ? toUndoable('added', () => awaitFailure(removeNote(leadID, noteID)))
              : toUndoable('changed', () => awaitFailure(storeNote(leadID, stored, stored))),
          );
        const answer = await saved;
        if (answer?.ok === false) {
          if (get().open?.noteID === noteID) set({ error: answer.error });
          else reportFailure(answer.error);
          return;
        }
        if (unsavedNotes.get(leadID) === noteID) unsavedNotes.delete(leadID);
        // Text typed meanwhile belongs to the same note and stays unsaved.
        if ((get().texts[noteID] ?? '') === typed) {
          forget(noteID);
          if (get().open?.noteID === noteID) get().close();
        }
        if (answer !== null) void show(leadID, answer.value.note);
      },
      remove: async (leadID, note) => {
        const removed = removeNote(leadID, note.noteID);
        undoStack.pushPending(removed, () =>
          toUndoable('removed', () => awaitFailure(storeNote(leadID, note, note))),
        );
        const error = await awaitFailure(removed);
        if (error !== null) return reportFailure(error);
        forget(note.noteID);
        if (get().open?.noteID === note.noteID) get().close();
        void refetch();
      },
      logCall: async (leadID) => {
        const at = now();
        // The clock may have been set back.
        if (Math.abs(at - (calls.get(leadID) ?? -Infinity)) < minCallGapMs) return;
        calls.set(leadID, at);
        const noteID = createNoteID();
        const forgetCall = (): void => {
          if (calls.get(leadID) === at) calls.delete(leadID);
        };
        const logged = storeNote(leadID, { noteID, kind: 'call', text: '' });
        undoStack.pushPending(logged, ({ clearsNeedsReply }) =>
          toUndoable('called', async () => {
            forgetCall();
            if (clearsNeedsReply) {
              // Before the call is removed, so that an exit in between hides no customer.
              const mark = { leadIDs: [leadID], noReplyNeeded: false };
              const error = await awaitFailure(bridge.invoke('leads.mark', mark));
              if (error !== null) return error;
              leads.getState().select(leadID);
            }
            return awaitFailure(removeNote(leadID, noteID));
          }),
        );
        const answer = await logged;
        if (!answer.ok) {
          forgetCall();
          return reportFailure(answer.error);
        }
        void show(leadID, answer.value.note);
      },
      follow: (from, to) => {
        const noteID = unsavedNotes.get(from);
        if (noteID !== undefined && !unsavedNotes.has(to)) unsavedNotes.set(to, noteID);
        unsavedNotes.delete(from);
        const { open } = get();
        if (open?.leadID === from) set({ open: { ...open, leadID: to } });
      },
    };
  });
};
