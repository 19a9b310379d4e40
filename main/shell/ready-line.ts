/** Writes "hearthline ready" to the terminal once, when leads are painted and sample leads are imported. */
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import { readyLine, say } from './terminal.ts';

type Dependencies = {
  readonly askReports: () => Promise<Answer<CommandOutput<'connection.report'>>>;
  readonly askCounts: () => Promise<Answer<CommandOutput<'views.counts'>>>;
};

export type ReadyLine = {
  /** The first leads are painted, or there is no window. */
  readonly painted: () => Promise<void>;
  /** @param practises this start brings the practice account */
  readonly setPractises: (practises: boolean) => Promise<void>;
  /** Checks again, because accounts or leads changed. */
  readonly check: () => Promise<void>;
};

export const createReadyLine = ({ askReports, askCounts }: Dependencies): ReadyLine => {
  let isPainted = false;
  let practises: boolean | null = null;
  let isWritten = false;

  const check = async (): Promise<void> => {
    if (!isPainted || isWritten || practises === null) return;
    if (practises) {
      const answer = await askReports();
      const reports = answer.ok ? answer.value.reports : [];
      if (!reports.some(({ backfill }) => backfill.state === 'done')) return;
    }
    const answer = await askCounts();
    if (!answer.ok || isWritten) return;
    isWritten = true;
    const { counts } = answer.value;
    say(readyLine({ leads: counts.all, needsReply: counts.needs_reply }));
  };

  return {
    painted: () => {
      isPainted = true;
      return check();
    },
    setPractises: (does) => {
      practises = does;
      return check();
    },
    check,
  };
};
