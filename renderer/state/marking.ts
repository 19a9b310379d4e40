/** Star, archive, read and unread: done at once, said, and undone with one click. */
import type { LeadRow } from '../../contract/records.ts';
import type { Parts } from './parts.ts';
import type { Said } from './toasts.ts';

type Marks = {
  readonly read?: boolean;
  readonly starred?: boolean;
  readonly archived?: boolean;
};

export type Marking = {
  readonly star: (lead: LeadRow) => void;
  /** Archives the lead (or brings it back) and moves on to the next one in the list. */
  readonly archive: (lead: LeadRow) => void;
  readonly toggleRead: (lead: LeadRow) => void;
  /** The lead was looked at: nothing is said about it. */
  readonly seen: (lead: LeadRow) => void;
};

export const createMarking = ({ bridge, leads, session, toasts }: Parts): Marking => {
  const mark = async (lead: LeadRow, marks: Marks): Promise<boolean> => {
    const answer = await bridge.invoke('leads.mark', { leadIDs: [lead.leadID], ...marks });
    if (!answer.ok) toasts.getState().say({ what: 'failed', code: answer.error.code });
    return answer.ok;
  };
  const markAndSay = async (lead: LeadRow, marks: Marks, back: Marks, said: Said) => {
    if (!(await mark(lead, marks))) return;
    const id = toasts.getState().say(said, undefined, () => {
      toasts.getState().close(id);
      if (back.read === true) session.setState({ keptUnread: null });
      if (back.archived !== undefined) leads.getState().select(lead.leadID);
      void mark(lead, back);
    });
  };

  return {
    star: (lead) => {
      const starred = !lead.starred;
      void markAndSay(
        lead,
        { starred },
        { starred: !starred },
        { what: starred ? 'starred' : 'unstarred' },
      );
    },
    archive: (lead) => {
      const archived = !lead.archived;
      if (leads.getState().selected === lead.leadID) leads.getState().leave();
      void markAndSay(
        lead,
        { archived },
        { archived: !archived },
        { what: archived ? 'archived' : 'unarchived' },
      );
    },
    toggleRead: (lead) => {
      const read = lead.unread;
      session.setState({ keptUnread: read ? null : lead.leadID });
      void markAndSay(lead, { read }, { read: !read }, { what: read ? 'read' : 'unread' });
    },
    seen: (lead) => void mark(lead, { read: true }),
  };
};
