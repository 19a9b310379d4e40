/** Prints "hearthline ready" once, when leads are painted and sample leads are imported. */
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import { printLine } from './terminal.ts';

export const createReadyLine = (dependencies: {
  readonly askReports: () => Promise<Answer<CommandOutput<'connection.report'>>>;
  readonly askCounts: () => Promise<Answer<CommandOutput<'views.counts'>>>;
}) => {
  const { askReports, askCounts } = dependencies;
  let isPainted = false;
  let startsPractice: boolean | null = null;
  let isPrinted = false;

  const check = async (): Promise<void> => {
    if (!isPainted || isPrinted || startsPractice === null) return;
    if (startsPractice) {
      const answer = await askReports();
      const reports = answer.ok ? answer.value.reports : [];
      if (!reports.some(({ backfill }) => backfill.state === 'done')) return;
    }
    const answer = await askCounts();
    if (!answer.ok || isPrinted) return;
    isPrinted = true;
    const { all, needs_reply: waiting } = answer.value.counts;
    printLine(
      `hearthline ready: ${all} ${all === 1 ? 'lead' : 'leads'}, ` +
        `${waiting} ${waiting === 1 ? 'needs' : 'need'} a reply`,
    );
  };

  return {
    handlePaint: () => {
      isPainted = true;
      return check();
    },
    setStartsPractice: (value: boolean) => {
      startsPractice = value;
      return check();
    },
    check,
  };
};
