/** The professional's marks: set and said at once, and taken back with Z or one click. */
import type { FlagName } from '../../contract/marks.ts';
import type { LeadRow } from '../../contract/records.ts';
import type { LeadRecords } from './lead-records.ts';
import { createNotedMarks } from './noted-marks.ts';

export type Marking = {
  /**
   * Sets a mark, or takes it away. From a lead that is archived, brought back, or needs no reply, it
   * moves on to the next one in the list. One that needs no reply anyway cannot be marked so.
   */
  readonly toggle: (name: FlagName, lead: LeadRow) => void;
  /** Takes a lead out of Needs reply until a moment, and moves on; null wakes it. */
  readonly snooze: (lead: LeadRow, until: number | null) => void;
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

export const createMarking = (dependencies: LeadRecords): Marking => {
  const { leads, session } = dependencies;
  const { markAndSay } = createNotedMarks(dependencies);
  const mark = async (...[lead, noted]: Parameters<typeof markAndSay>): Promise<void> => {
    if (!(await markAndSay(lead, noted))) leads.getState().notDone(lead.leadID);
  };
  const isOpen = ({ leadID }: LeadRow): boolean => leads.getState().selected === leadID;

  return {
    toggle: (name, lead) => {
      if (!canBeMarked(name, lead)) return;
      const value = !isMarked(name, lead);
      if (isDone(name, value) && isOpen(lead)) leads.getState().leave();
      if (name === 'read') session.setState({ keptUnread: value ? null : lead.leadID });
      void mark(lead, {
        given: { [name]: value },
        back: { [name]: !value },
        say: (t, customer) =>
          t(`marks.${name}.${value ? 'wasSet' : 'wasUnset'}`, { name: customer }),
        beforeUndo: () => {
          if (name === 'read') session.setState({ keptUnread: value ? lead.leadID : null });
          if (isDone(name, value)) leads.getState().select(lead.leadID);
        },
      });
    },
    snooze: (lead, until) => {
      if (until !== null && isOpen(lead)) leads.getState().leave();
      void mark(lead, {
        given: { snoozedUntil: until },
        back: { snoozedUntil: lead.snoozedUntil },
        say: (t, name) =>
          until === null ? t('snooze.woken', { name }) : t('snooze.snoozed', { name, until }),
        beforeUndo: () => leads.getState().select(lead.leadID),
      });
    },
  };
};
