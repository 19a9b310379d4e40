/** The professional's marks: set and said at once, and taken back with Z or one click. */
import type { TFunction } from 'i18next';
import type { Failure } from '../../contract/errors.ts';
import type { FlagName, Marks } from '../../contract/marks.ts';
import type { LeadRow } from '../../contract/records.ts';
import type { Dependencies } from './dependencies.ts';
import type { Said } from './toasts.ts';

export type Marking = {
  /**
   * Sets a mark, or takes it away. From a lead that is archived, brought back, or needs no reply, it
   * moves on to the next one in the list. One that needs no reply anyway cannot be marked so.
   */
  readonly toggle: (name: FlagName, lead: LeadRow) => void;
  /** Takes a lead out of Needs reply until a moment, and moves on; null wakes it. */
  readonly snooze: (lead: LeadRow, until: number | null) => void;
  /** The lead was looked at: nothing is said about it. */
  readonly seen: (lead: LeadRow) => void;
};

/** Whether a lead has the mark. */
export const isMarked = (name: FlagName, lead: LeadRow): boolean =>
  name === 'read' ? !lead.unread : lead[name];

/** Whether the mark says anything of the lead. */
export const canBeMarked = (name: FlagName, lead: LeadRow): boolean =>
  name !== 'noReplyNeeded' || lead.needsReply || lead.older || lead.noReplyNeeded;

/** Whether who sets the mark, or takes it away, is done with the lead. */
const isDone = (name: FlagName, value: boolean): boolean =>
  name === 'archived' || (name === 'noReplyNeeded' && value);

export const createMarking = ({
  bridge,
  leads,
  session,
  toasts,
  undoing,
}: Dependencies): Marking => {
  const mark = async (lead: LeadRow, given: Partial<Marks>): Promise<Failure | null> => {
    const answer = await bridge.invoke('leads.mark', { leadIDs: [lead.leadID], ...given });
    return answer.ok ? null : answer.error;
  };
  const fail = ({ code }: Failure, { customerName: to }: LeadRow): void =>
    void toasts.getState().say({ what: 'failed', code, tried: 'mark', to });

  type Marked = {
    readonly given: Partial<Marks>;
    readonly back: Partial<Marks>;
    readonly words: Extract<Said, { readonly what: 'done' }>['words'];
    /** Done before it is taken back. */
    readonly beforeUndo: () => void;
  };
  const markAndSay = async (lead: LeadRow, { given, back, words, beforeUndo }: Marked) => {
    const marked = mark(lead, given);
    const forget = undoing.did({
      said: { what: 'done', words },
      undo: async () => {
        if ((await marked) !== null) return null;
        beforeUndo();
        return mark(lead, back);
      },
    });
    const error = await marked;
    if (error === null) return;
    forget();
    fail(error, lead);
  };
  const nameOf = ({ customerName }: LeadRow, t: TFunction): string =>
    customerName || t('list.unnamed');
  const isOpen = ({ leadID }: LeadRow): boolean => leads.getState().selected === leadID;

  return {
    toggle: (name, lead) => {
      if (!canBeMarked(name, lead)) return;
      const value = !isMarked(name, lead);
      if (isDone(name, value) && isOpen(lead)) leads.getState().leave();
      if (name === 'read') session.setState({ keptUnread: value ? null : lead.leadID });
      void markAndSay(lead, {
        given: { [name]: value },
        back: { [name]: !value },
        words: (t) =>
          t(`marks.${name}.${value ? 'wasSet' : 'wasUnset'}`, { name: nameOf(lead, t) }),
        beforeUndo: () => {
          if (name === 'read') session.setState({ keptUnread: value ? lead.leadID : null });
          if (isDone(name, value)) leads.getState().select(lead.leadID);
        },
      });
    },
    snooze: (lead, until) => {
      if (until !== null && isOpen(lead)) leads.getState().leave();
      void markAndSay(lead, {
        given: { snoozedUntil: until },
        back: { snoozedUntil: lead.snoozedUntil },
        words: (t) =>
          t(until === null ? 'snooze.woken' : 'snooze.snoozed', { name: nameOf(lead, t) }),
        beforeUndo: () => leads.getState().select(lead.leadID),
      });
    },
    seen: (lead) => {
      void mark(lead, { read: true }).then((error) => {
        if (error !== null) fail(error, lead);
      });
    },
  };
};
