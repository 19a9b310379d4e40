/** Sets marks of a lead, with a toast that can undo them. */
import type { TFunction } from 'i18next';
import type { CommandInput } from '../../contract/commands.ts';
import type { FlagName } from '../../contract/marks.ts';
import type { LeadID, LeadRow } from '../../contract/records.ts';
import { errorOf } from '../platform/bridge.ts';
import type { BaseLeadStores } from './lead-records.ts';

export type Marking = ReturnType<typeof createMarking>;

export const isMarked = (name: FlagName, lead: LeadRow): boolean =>
  name === 'read' ? !lead.unread : lead[name];

/** Whether the mark has an effect on the lead. */
export const canBeMarked = (name: FlagName, lead: LeadRow): boolean =>
  name !== 'noReplyNeeded' || lead.needsReply || lead.older || lead.noReplyNeeded;

/** Whether the change ends the work on the lead. */
const endsWork = (name: FlagName, value: boolean): boolean =>
  name === 'archived' || (name === 'noReplyNeeded' && value);

type Marks = Omit<CommandInput<'leads.mark'>, 'leadIDs'>;

type Change = {
  readonly marks: Marks;
  /** @param before the values that the lead had */
  readonly previous: (before: Pick<Marks, 'snoozedUntil' | 'jobStatus' | 'assignee'>) => Marks;
  /** Returns the text of the toast. @param name the customer's name */
  readonly getText: (t: TFunction, name: string) => string;
  readonly beforeUndo?: () => void;
};

/** Creates a function that changes a lead's marks and shows a toast. It resolves to whether it succeeded. */
export const createMarker = ({ bridge, toasts, undoStack }: BaseLeadStores) => {
  const mark = ({ leadID }: LeadRow, marks: Marks) =>
    bridge.invoke('leads.mark', { leadIDs: [leadID], ...marks });
  /** Running requests. A repeated press shares one of them, which must not be undone or reported twice. */
  const running = new Set<ReturnType<typeof mark>>();
  /** The latest undo of each lead until it has ended; a mark that is set again meanwhile follows it. */
  const undoing = new Map<LeadID, Promise<unknown>>();
  /** The marks that each row lacks because they were set after it was read. */
  const setSince = new WeakMap<LeadRow, Marks>();

  return async (lead: LeadRow, change: Change): Promise<boolean> => {
    const { leadID, customerName: customer } = lead;
    const startMarking = () => mark(lead, change.marks);
    const request = undoing.get(leadID)?.then(startMarking) ?? startMarking();
    if (running.has(request)) return (await request).ok;
    running.add(request);
    const previous = change.previous({ ...lead, ...setSince.get(lead) });
    const note = (marks: Marks) => setSince.set(lead, { ...setSince.get(lead), ...marks });
    note(change.marks);
    const marking = errorOf(request).finally(() => running.delete(request));
    const forget = undoStack.push({
      toast: { kind: 'done', getText: (t) => change.getText(t, customer || t('list.unnamed')) },
      undo: () => {
        note(previous);
        const undone = marking.then((error) => {
          if (error !== null) return null;
          change.beforeUndo?.();
          return errorOf(mark(lead, previous));
        });
        undoing.set(leadID, undone);
        return undone.finally(() => undoing.get(leadID) === undone && undoing.delete(leadID));
      },
    });
    const error = await marking;
    if (error === null) return true;
    forget();
    note(previous);
    toasts.getState().show({ kind: 'failed', code: error.code, attempted: 'mark', customer });
    return false;
  };
};

export const createMarking = (dependencies: BaseLeadStores) => {
  const { leads, session } = dependencies;
  const setMarks = createMarker(dependencies);
  const changeMarks = async (lead: LeadRow, change: Change): Promise<void> => {
    if (!(await setMarks(lead, change))) leads.getState().revokeLeave(lead.leadID);
  };
  const isOpen = ({ leadID }: LeadRow): boolean => leads.getState().selected === leadID;

  return {
    /**
     * Sets or removes a mark, if `canBeMarked`. Archiving, unarchiving and "no reply needed" move on from the
     * open lead to the next.
     */
    toggle: (name: FlagName, lead: LeadRow): void => {
      if (!canBeMarked(name, lead)) return;
      const value = !isMarked(name, lead);
      if (endsWork(name, value) && isOpen(lead)) leads.getState().leave();
      if (name === 'read') session.setState({ keptUnreadLead: value ? null : lead.leadID });
      void changeMarks(lead, {
        marks: { [name]: value },
        previous: () => ({ [name]: !value }),
        getText: (t, customer) =>
          t(`marks.${name}.${value ? 'wasSet' : 'wasUnset'}`, { name: customer }),
        beforeUndo: () => {
          if (name === 'read') session.setState({ keptUnreadLead: value ? lead.leadID : null });
          if (endsWork(name, value)) leads.getState().select(lead.leadID);
        },
      });
    },
    /** Snoozes a lead and moves on from it if it is open. Null ends its snooze. */
    snooze: (lead: LeadRow, until: number | null): void => {
      if (until !== null && isOpen(lead)) leads.getState().leave();
      void changeMarks(lead, {
        marks: { snoozedUntil: until },
        previous: ({ snoozedUntil }) => ({ snoozedUntil }),
        getText: (t, name) =>
          until === null ? t('snooze.woken', { name }) : t('snooze.snoozed', { name, until }),
        beforeUndo: () => leads.getState().select(lead.leadID),
      });
    },
  };
};
