/**
 * Notes and calls: what is being written for nobody but the professional, and what was done to a note.
 * A note has its id from its first letter on, so that saving it twice is saving it once. What is typed
 * stays here until the engine has it, also while another lead is open or the field is closed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { LeadID, Note, NoteID, NoteKind } from '../../contract/records.ts';
import { errorOf } from '../platform/bridge.ts';
import type { LeadStores } from '../leads/stores.ts';
import type { Deed } from '../platform/undo.ts';

/** The note in the field. */
type Written = {
  readonly leadID: LeadID;
  readonly noteID: NoteID;
  readonly kind: NoteKind;
  /** As it stands in the conversation; null for a new one. */
  readonly was: Note | null;
};

export type Noting = {
  readonly open: Written | null;
  /** The field is to have the focus as soon as it is there. */
  readonly takesFocus: boolean;
  readonly texts: Readonly<Record<NoteID, string>>;
  /** Why the note in the field could not be saved. */
  readonly error: Failure | null;
  /** Opens the field for a new note, or for the one that was begun. */
  readonly write: (leadID: LeadID) => void;
  readonly edit: (leadID: LeadID, note: Note) => void;
  readonly type: (text: string) => void;
  /** Closes the field; what is in it is there again when it is opened again. */
  readonly close: () => void;
  readonly save: () => Promise<void>;
  readonly remove: (leadID: LeadID, note: Note) => Promise<void>;
  /** Logs a call at this time: the lead is dealt with until its customer writes. */
  readonly call: (leadID: LeadID) => Promise<void>;
  /** The lead `from` is the lead `to` now. */
  readonly follow: (from: LeadID, to: LeadID) => void;
};

/** Nobody calls the same customer twice within it: a second press means the first. */
const sameCallMs = 60_000;

const newNoteID = (): NoteID => crypto.randomUUID() as NoteID;

/** @param now UTC milliseconds */
export const createNoting = (
  { bridge, conversation, leads, toasts, undoing }: LeadStores,
  now: () => number,
): StoreApi<Noting> => {
  /** The new note of each lead that was begun and not saved. */
  const begun = new Map<LeadID, NoteID>();
  const calls = new Map<LeadID, { readonly at: number }>();

  const reread = (): Promise<void> => conversation.getState().reread();
  /** Leads to a note that was saved, where its lead is still open. */
  const show = async (leadID: LeadID, { noteID, at }: Note): Promise<void> => {
    await reread();
    const now = conversation.getState();
    if (now.leadID === leadID && now.state === 'ready') now.goTo({ in: 'note', id: noteID, at });
  };
  const fail = ({ code }: Failure): void => void toasts.getState().say({ what: 'failed', code });

  const done = (
    what: 'added' | 'changed' | 'removed' | 'called',
    undo: () => Promise<Failure | null>,
  ): Deed => ({ said: { what: 'done', words: (t) => t(`notes.did.${what}`) }, undo });

  const put = (
    leadID: LeadID,
    { noteID, kind, text }: Pick<Note, 'noteID' | 'kind' | 'text'>,
    was?: Note,
  ) =>
    bridge.invoke('notes.save', {
      leadID,
      noteID,
      kind,
      text,
      ...(was && { was: { at: was.at, editedAt: was.editedAt } }),
    });
  const drop = (leadID: LeadID, noteID: NoteID) =>
    bridge.invoke('notes.remove', { leadID, noteID });

  return createStore<Noting>()((set, get) => {
    const openField = (open: Written, text: string): void =>
      set(({ texts }) => ({
        open,
        takesFocus: true,
        error: null,
        texts: { ...texts, [open.noteID]: texts[open.noteID] ?? text },
      }));
    const forget = (noteID: NoteID): void =>
      set(({ texts: { [noteID]: _, ...texts } }) => ({ texts }));

    return {
      open: null,
      takesFocus: false,
      texts: {},
      error: null,
      write: (leadID) => {
        const noteID = begun.get(leadID) ?? newNoteID();
        begun.set(leadID, noteID);
        openField({ leadID, noteID, kind: 'note', was: null }, '');
      },
      edit: (leadID, note) =>
        openField({ leadID, noteID: note.noteID, kind: note.kind, was: note }, note.text),
      type: (text) => {
        const { open } = get();
        if (open === null) return;
        set(({ texts }) => ({ texts: { ...texts, [open.noteID]: text } }));
      },
      close: () => set({ open: null, takesFocus: false, error: null }),
      save: async () => {
        const { open, texts } = get();
        if (open === null) return;
        const { leadID, noteID, kind, was } = open;
        const typed = texts[noteID] ?? '';
        const text = typed.trim();
        if (text === '' && kind === 'note') return;
        const saved = was?.text === text ? null : put(leadID, { noteID, kind, text });
        if (saved !== null)
          undoing.doing(saved, () =>
            was === null
              ? done('added', () => errorOf(drop(leadID, noteID)))
              : done('changed', () => errorOf(put(leadID, was, was))),
          );
        const answer = await saved;
        if (answer?.ok === false) {
          if (get().open?.noteID === noteID) set({ error: answer.error });
          else fail(answer.error);
          return;
        }
        if (begun.get(leadID) === noteID) begun.delete(leadID);
        // What was typed since is the same note's, and saved when that is asked for.
        if ((get().texts[noteID] ?? '') === typed) {
          forget(noteID);
          if (get().open?.noteID === noteID) get().close();
        }
        if (answer !== null) void show(leadID, answer.value.note);
      },
      remove: async (leadID, note) => {
        const removed = drop(leadID, note.noteID);
        undoing.doing(removed, () => done('removed', () => errorOf(put(leadID, note, note))));
        const error = await errorOf(removed);
        if (error !== null) return fail(error);
        forget(note.noteID);
        if (get().open?.noteID === note.noteID) get().close();
        void reread();
      },
      call: async (leadID) => {
        const last = calls.get(leadID);
        if (last !== undefined && now() - last.at < sameCallMs) return;
        const call = { at: now() };
        calls.set(leadID, call);
        const noteID = newNoteID();
        const isSame = (): boolean => calls.get(leadID) === call;
        const logged = put(leadID, { noteID, kind: 'call', text: '' });
        undoing.doing(logged, ({ dealtWith }) =>
          done('called', async () => {
            if (isSame()) calls.delete(leadID);
            // The lead waits again before the call is gone: what ends in between hides no customer.
            const waits = { leadIDs: [leadID], noReplyNeeded: false };
            const error = dealtWith ? await errorOf(bridge.invoke('leads.mark', waits)) : null;
            if (error !== null) return error;
            if (dealtWith) leads.getState().select(leadID);
            return errorOf(drop(leadID, noteID));
          }),
        );
        const answer = await logged;
        if (!answer.ok) {
          if (isSame()) calls.delete(leadID);
          return fail(answer.error);
        }
        void show(leadID, answer.value.note);
      },
      follow: (from, to) => {
        const noteID = begun.get(from);
        if (noteID !== undefined && !begun.has(to)) begun.set(to, noteID);
        begun.delete(from);
        const { open } = get();
        if (open?.leadID === from) set({ open: { ...open, leadID: to } });
      },
    };
  });
};
