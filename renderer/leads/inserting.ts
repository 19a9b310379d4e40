/** Inserts texts at the cursor of a lead's reply field. The browser's undo reverts them like typing. */
import { flushSync } from 'react-dom';
import type { ReplyLanguage } from '../../contract/customer-language.ts';
import type { LeadID } from '../../contract/records.ts';

export type Insertion = {
  readonly text: string;
  /** Number of preceding characters that it replaces. */
  readonly replaces?: number;
  /** The range of `text` to select; by default the cursor is after it. */
  readonly selection?: { readonly start: number; readonly end: number } | null;
  /** Creates the same insertion in another language. */
  readonly remake?: (language: ReplyLanguage) => Insertion;
};

type Field = {
  readonly field: HTMLTextAreaElement;
  readonly write: (text: string) => void;
  /** Number of characters before the cursor that triggered the insertion, such as `/`, and are replaced. */
  readonly triggerLength: number;
};

export type Inserting = ReturnType<typeof createInserting>;

/** Replaces a range of a field as typing does, so that the browser's undo reverts it. */
export const typeInto = (
  field: HTMLTextAreaElement,
  write: (text: string) => void,
  { start, end }: { readonly start: number; readonly end: number },
  text: string,
): void => {
  field.setSelectionRange(start, end);
  if (text === '' && start === end) return;
  // The only API that the browser's undo supports.
  const command = text === '' ? 'delete' : 'insertText';
  const isTyped = document.execCommand?.(command, false, text);
  if (isTyped) return;
  flushSync(() => write(field.value.slice(0, start) + text + field.value.slice(end)));
};

const select = (
  field: HTMLTextAreaElement,
  begin: number,
  text: string,
  selection: Insertion['selection'],
): void => {
  const { start, end } = selection ?? { start: text.length, end: text.length };
  field.setSelectionRange(begin + start, begin + end);
};

export const createInserting = () => {
  /** A lead can briefly have two fields: its composer and the stand-in. */
  const fields = new Map<LeadID, readonly Field[]>();
  const latest = new Map<LeadID, Insertion>();
  const getFields = (leadID: LeadID): readonly Field[] => fields.get(leadID) ?? [];
  return {
    /** Sets the lead's field; the returned function removes it. */
    attach: (leadID: LeadID, field: Field): (() => void) => {
      fields.set(leadID, [...getFields(leadID), field]);
      return () => {
        const others = getFields(leadID).filter((each) => each !== field);
        if (others.length > 0) fields.set(leadID, others);
        else fields.delete(leadID);
      };
    },
    has: (leadID: LeadID): boolean => fields.has(leadID),
    /** Inserts at the cursor and focuses the field. `make` receives the text before the cursor. */
    insert: (leadID: LeadID, make: (before: string) => Insertion): void => {
      const attached = getFields(leadID).at(-1);
      if (attached === undefined) return;
      const { field, triggerLength } = attached;
      field.focus();
      const { selectionStart, selectionEnd } = field;
      const before = field.value.slice(0, selectionStart - triggerLength);
      const insertion = make(before);
      const { text, replaces = 0, selection } = insertion;
      latest.set(leadID, insertion);
      const from = before.length - replaces;
      const isAtWordStart = from === 0 || /\s$/.test(field.value.slice(0, from));
      const gap = isAtWordStart ? '' : ' ';
      typeInto(field, attached.write, { start: from, end: selectionEnd }, gap + text);
      select(field, from + gap.length, text, selection);
    },
    /** Switches the language of the last insertion, unless it was edited. */
    remake: (leadID: LeadID, language: ReplyLanguage): void => {
      const attached = getFields(leadID).at(-1);
      const last = latest.get(leadID);
      const next = last?.remake?.(language);
      if (attached === undefined || last === undefined || next === undefined) return;
      const { field, write } = attached;
      const at = field.value.indexOf(last.text);
      if (at === -1) return;
      field.focus();
      typeInto(field, write, { start: at, end: at + last.text.length }, next.text);
      latest.set(leadID, next);
      select(field, at, next.text, next.selection);
    },
  };
};
