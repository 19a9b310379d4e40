/** Prints "hearthline ready" once, when leads are painted and sample leads are imported. */
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import { say } from './terminal.ts';

type Dependencies = {
  readonly askReports: () => Promise<Answer<CommandOutput<'connection.report'>>>;
  readonly askCounts: () => Promise<Answer<CommandOutput<'views.counts'>>>;
};

export const createReadyLine = ({ askReports, askCounts }: Dependencies) => {
  let isPainted = false;
  let practices: boolean | null = null;
  let isWritten = false;

  const check = async (): Promise<void> => {
    if (!isPainted || isWritten || practices === null) return;
    if (practices) {
      const answer = await askReports();
      const reports = answer.ok ? answer.value.reports : [];
      if (!reports.some(({ backfill }) => backfill.state === 'done')) return;
    }
    const answer = await askCounts();
    if (!answer.ok || isWritten) return;
    isWritten = true;
    const { all, needs_reply: waiting } = answer.value.counts;
    say(
      `hearthline ready: ${all} ${all === 1 ? 'lead' : 'leads'}, ` +
        `${waiting} ${waiting === 1 ? 'needs' : 'need'} a reply`,
    );
  };

  return {
    painted: () => {
      isPainted = true;
      return check();
    },
    setPractices: (does: boolean) => {
      practices = does;
      return check();
    },
    check,
  };
};
