/** The professional's marks: set at once, said, and undone with one click. */
import type { MarkName, Marks } from '../../contract/marks.ts';
import type { LeadRow } from '../../contract/records.ts';
import type { Dependencies } from './dependencies.ts';

export type Marking = {
  /**
   * Sets a mark, or takes it away. From a lead that is archived, brought back, or needs no reply, it
   * moves on to the next one in the list. One that needs no reply anyway cannot be marked so.
   */
  readonly toggle: (name: MarkName, lead: LeadRow) => void;
  /** The lead was looked at: nothing is said about it. */
  readonly seen: (lead: LeadRow) => void;
};

/** Whether a lead has the mark. */
export const isMarked = (name: MarkName, lead: LeadRow): boolean =>
  name === 'read' ? !lead.unread : lead[name];

/** Whether the mark says anything of the lead. */
export const canBeMarked = (name: MarkName, lead: LeadRow): boolean =>
  name !== 'noReplyNeeded' || lead.needsReply || lead.noReplyNeeded;

/** Whether who sets the mark, or takes it away, is done with the lead. */
const isDone = (name: MarkName, value: boolean): boolean =>
  name === 'archived' || (name === 'noReplyNeeded' && value);

export const createMarking = ({ bridge, leads, session, toasts }: Dependencies): Marking => {
  const mark = async (lead: LeadRow, given: Partial<Marks>): Promise<boolean> => {
    const answer = await bridge.invoke('leads.mark', { leadIDs: [lead.leadID], ...given });
    if (!answer.ok) toasts.getState().say({ what: 'failed', code: answer.error.code });
    return answer.ok;
  };
  const markAndSay = async (lead: LeadRow, name: MarkName, value: boolean): Promise<void> => {
    if (!(await mark(lead, { [name]: value }))) return;
    const id = toasts.getState().say({ what: 'marked', mark: name, value }, undefined, () => {
      toasts.getState().close(id);
      if (name === 'read' && !value) session.setState({ keptUnread: null });
      if (isDone(name, value)) leads.getState().select(lead.leadID);
      void mark(lead, { [name]: !value });
    });
  };

  return {
    toggle: (name, lead) => {
      if (!canBeMarked(name, lead)) return;
      const value = !isMarked(name, lead);
      if (isDone(name, value) && leads.getState().selected === lead.leadID)
        leads.getState().leave();
      if (name === 'read') session.setState({ keptUnread: value ? null : lead.leadID });
      void markAndSay(lead, name, value);
    },
    seen: (lead) => void mark(lead, { read: true }),
  };
};
