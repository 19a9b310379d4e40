/** Sets marks of a lead, with a toast that can undo them. */
import type { TFunction } from 'i18next';
import type { CommandInput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import type { FlagName } from '../../contract/marks.ts';
import type { LeadID, LeadRow } from '../../contract/records.ts';
import { awaitFailure } from '../platform/bridge.ts';
import { findRow, type BaseLeadStores } from './lead-records.ts';

export type Marking = ReturnType<typeof createMarking>;

export const isMarked = (name: FlagName, lead: LeadRow): boolean =>
  name === 'read' ? !lead.isUnread : lead[name];

/** True if the mark has an effect on the lead. */
export const canBeMarked = (name: FlagName, lead: LeadRow): boolean =>
  name !== 'noReplyNeeded' || lead.needsReply || lead.isOlder || lead.noReplyNeeded;

type Marks = Omit<CommandInput<'leads.mark'>, 'leadIDs'>;
type Values = Pick<Marks, 'snoozedUntil' | 'jobStatus' | 'assignee'>;

/** True if these marks end the work on a lead for now. */
export const isEndOfWork = ({ archived, noReplyNeeded, snoozedUntil }: Marks): boolean =>
  archived !== undefined || noReplyNeeded === true || typeof snoozedUntil === 'number';

type Change = {
  readonly marks: Marks;
  /** Returns the marks that undo it. @param before the lead's values before the change */
  readonly getPrevious: (before: Values) => Marks;
  /** Returns the text of the toast. @param name the customer's name */
  readonly getText: (t: TFunction, name: string) => string;
  readonly beforeUndo?: () => void;
};

/** A change or undo that is running, or that its row may lack. */
type RecentChange = {
  row: LeadRow;
  readonly isUndo: boolean;
  /** Names of the marks that it changes, or the tags themselves. */
  readonly names: readonly string[];
  /** Empty before an undo knows what it restores. */
  marks: Marks;
  readonly outcome: Promise<Failure | null>;
  isRunning: boolean;
  /** False once it has failed or is undone. */
  isInEffect: boolean;
};

/** True if the change is another press for the running one, which must not be undone or reported twice. */
const isRepeated = ({ isRunning, isInEffect, marks }: RecentChange, change: Change): boolean =>
  isRunning && isInEffect && JSON.stringify(marks) === JSON.stringify(change.marks);

/** As many as can be undone, and their undos. */
const maxRecentChanges = 100;

/** Creates a function that changes a lead's marks and shows a toast. It resolves to true if it succeeded. */
export const createMarker = (stores: BaseLeadStores) => {
  const { bridge, toasts, undoStack } = stores;
  let recent: readonly RecentChange[] = [];

  const record = (
    about: Pick<RecentChange, 'row' | 'marks' | 'names' | 'isUndo'>,
    request: Promise<Failure | null>,
  ): RecentChange => {
    const change: RecentChange = {
      ...about,
      isRunning: true,
      isInEffect: true,
      outcome: request.then((error) => {
        change.isRunning = false;
        if (error !== null) change.isInEffect = false;
        // The window shows this row until it is fetched again.
        change.row = findRow(stores, about.row.leadID) ?? about.row;
        return error;
      }),
    };
    recent = [...recent, change].slice(-maxRecentChanges);
    return change;
  };

  /** The latest running undo of a lead; later changes and undos follow it. */
  const findUndo = (leadID: LeadID): Promise<unknown> | undefined =>
    recent.findLast((each) => each.isUndo && each.isRunning && each.row.leadID === leadID)?.outcome;

  /** Replaces an open failure about this customer, which has the same text. */
  const reportFailure = ({ code }: Failure, customer: string): void => {
    const { toasts: open, close, show } = toasts.getState();
    for (const { id, content } of open) {
      const isMark = content.kind === 'failed' && content.attempted === 'mark';
      if (isMark && content.customer === customer) close(id);
    }
    show({ kind: 'failed', code, attempted: 'mark', customer });
  };

  return async (lead: LeadRow, change: Change): Promise<boolean> => {
    const { leadID, customerName: customer } = lead;
    const mark = (marks: Marks) =>
      awaitFailure(bridge.invoke('leads.mark', { leadIDs: [leadID], ...marks }));
    const earlier = recent.filter(
      ({ row, isRunning }) => row === lead || (isRunning && row.leadID === leadID),
    );
    const { marks } = change;
    const { tags } = marks;
    const names = tags ? [...tags.add, ...tags.remove] : Object.keys(marks);
    const latest = earlier.findLast((each) => each.names.some((name) => names.includes(name)));
    if (latest !== undefined && isRepeated(latest, change)) return (await latest.outcome) === null;

    const request = findUndo(leadID)?.then(() => mark(marks)) ?? mark(marks);
    const own = record({ row: lead, marks, names, isUndo: false }, request);
    const undo = (): Promise<Failure | null> => {
      own.isInEffect = false;
      const lastUndo = findUndo(leadID);
      const restore = async (): Promise<Failure | null> => {
        const error = await own.outcome;
        await lastUndo;
        if (error !== null) return null;
        change.beforeUndo?.();
        const before = earlier
          .filter(({ isInEffect }) => isInEffect)
          .reduce<Values>((values, each) => ({ ...values, ...each.marks }), lead);
        undoing.marks = change.getPrevious(before);
        const undoError = await mark(undoing.marks);
        own.isInEffect = undoError !== null;
        return undoError;
      };
      const undoing = record({ row: lead, marks: {}, names, isUndo: true }, restore());
      return undoing.outcome;
    };
    const forget = undoStack.push({
      toast: { kind: 'done', getText: (t) => change.getText(t, customer || t('list.unnamed')) },
      undo,
    });
    const error = await own.outcome;
    if (error === null) return true;
    forget();
    reportFailure(error, customer);
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
      const marks = { [name]: value };
      if (isEndOfWork(marks) && isOpen(lead)) leads.getState().leave();
      if (name === 'read') session.setState({ keptUnreadLead: value ? null : lead.leadID });
      void changeMarks(lead, {
        marks,
        getPrevious: () => ({ [name]: !value }),
        getText: (t, customer) =>
          t(`marks.${name}.${value ? 'wasSet' : 'wasUnset'}`, { name: customer }),
        beforeUndo: () => {
          if (name === 'read') session.setState({ keptUnreadLead: value ? lead.leadID : null });
          if (isEndOfWork(marks)) leads.getState().select(lead.leadID);
        },
      });
    },
    /** Snoozes a lead and moves on from it if it is open. Null ends its snooze. */
    snooze: (lead: LeadRow, until: number | null): void => {
      if (until !== null && isOpen(lead)) leads.getState().leave();
      void changeMarks(lead, {
        marks: { snoozedUntil: until },
        getPrevious: ({ snoozedUntil }) => ({ snoozedUntil }),
        getText: (t, name) =>
          until === null ? t('snooze.woken', { name }) : t('snooze.snoozed', { name, until }),
        beforeUndo: () => leads.getState().select(lead.leadID),
      });
    },
  };
};
