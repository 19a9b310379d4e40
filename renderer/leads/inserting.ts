/**
 * What is written for the professional and not typed: a saved reply, a time that was clicked. It goes
 * where the cursor is in the field that is for that lead, which is its composer or, until that has
 * been read, what stands in for it, and it can be taken back there as typing can.
 */
import { flushSync } from 'react-dom';
import type { ReplyLanguage } from '../../contract/customer-language.ts';
import type { LeadID } from '../../contract/records.ts';

export type Insertion = {
  readonly text: string;
  /** How many characters of what stands before it it takes the place of. */
  readonly replaces?: number;
  /** What is selected then, counted in `text`; without it the cursor stands behind the text. */
  readonly selection?: { readonly start: number; readonly end: number } | null;
  /** Makes it in a language, where it has several. */
  readonly remake?: (language: ReplyLanguage) => Insertion;
};

type Field = {
  readonly field: HTMLTextAreaElement;
  readonly write: (text: string) => void;
  /** How many characters before the cursor ask for what is written, as `/` does: it takes their place. */
  readonly asking: number;
};

export type Inserting = {
  /** This field is now the one for that lead; the answer takes it away again, and the one before is back. */
  readonly attach: (leadID: LeadID, field: Field) => () => void;
  /** Whether there is a field for that lead. */
  readonly has: (leadID: LeadID) => boolean;
  /** Writes at the cursor and moves the focus there. `make` is given what stands before the cursor. */
  readonly insert: (leadID: LeadID, make: (before: string) => Insertion) => void;
  /** Puts what was inserted last into another language, where it is still as it was inserted. */
  readonly remake: (leadID: LeadID, language: ReplyLanguage) => void;
};

/** Types into a field in place of `range`, as a hand would, so that the system's own Undo knows it. */
export const typeInto = (
  field: HTMLTextAreaElement,
  write: (text: string) => void,
  { start, end }: { readonly start: number; readonly end: number },
  text: string,
): void => {
  field.setSelectionRange(start, end);
  if (text === '' && start === end) return;
  // The only way to write into a field that its own Undo takes back.
  const isTyped =
    text === ''
      ? document.execCommand?.('delete')
      : document.execCommand?.('insertText', false, text);
  if (isTyped) return;
  flushSync(() => write(field.value.slice(0, start) + text + field.value.slice(end)));
};

/** Selects what an insertion says, which begins there in the field. */
const select = (
  field: HTMLTextAreaElement,
  begin: number,
  text: string,
  selection: Insertion['selection'],
): void => {
  const { start, end } = selection ?? { start: text.length, end: text.length };
  field.setSelectionRange(begin + start, begin + end);
};

export const createInserting = (): Inserting => {
  /** A lead whose composer is called for once more has two for a moment: its own and the stand-in. */
  const fields = new Map<LeadID, readonly Field[]>();
  const latest = new Map<LeadID, Insertion>();
  const of = (leadID: LeadID): readonly Field[] => fields.get(leadID) ?? [];
  return {
    attach: (leadID, field) => {
      fields.set(leadID, [...of(leadID), field]);
      return () => {
        const others = of(leadID).filter((each) => each !== field);
        if (others.length > 0) fields.set(leadID, others);
        else fields.delete(leadID);
      };
    },
    has: (leadID) => fields.has(leadID),
    insert: (leadID, make) => {
      const own = of(leadID).at(-1);
      if (own === undefined) return;
      const { field, asking } = own;
      field.focus();
      const { selectionStart, selectionEnd } = field;
      const before = field.value.slice(0, selectionStart - asking);
      const insertion = make(before);
      const { text, replaces = 0, selection } = insertion;
      latest.set(leadID, insertion);
      const from = before.length - replaces;
      const isApart = from === 0 || /\s$/.test(field.value.slice(0, from));
      const gap = isApart ? '' : ' ';
      typeInto(field, own.write, { start: from, end: selectionEnd }, gap + text);
      select(field, from + gap.length, text, selection);
    },
    remake: (leadID, language) => {
      const own = of(leadID).at(-1);
      const last = latest.get(leadID);
      const next = last?.remake?.(language);
      if (own === undefined || last === undefined || next === undefined) return;
      const { field, write } = own;
      const at = field.value.indexOf(last.text);
      if (at === -1) return;
      field.focus();
      typeInto(field, write, { start: at, end: at + last.text.length }, next.text);
      latest.set(leadID, next);
      select(field, at, next.text, next.selection);
    },
  };
};
