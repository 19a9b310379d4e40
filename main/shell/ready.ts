/** The line in the terminal that says that it works: once, when leads are painted and sample ones are in. */
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import { readyLine, say } from './terminal.ts';

type Dependencies = {
  readonly askReports: () => Promise<Answer<CommandOutput<'connection.report'>>>;
  readonly askCounts: () => Promise<Answer<CommandOutput<'views.counts'>>>;
};

export type Ready = {
  /** The first leads are on the screen, or there is no screen. */
  readonly painted: () => Promise<void>;
  /** Whether this start brings the practice account. */
  readonly practises: (does: boolean) => Promise<void>;
  /** Leads may have come in. */
  readonly look: () => Promise<void>;
};

export const createReady = ({ askReports, askCounts }: Dependencies): Ready => {
  let isPainted = false;
  let practises: boolean | null = null;
  let hasSaid = false;

  const look = async (): Promise<void> => {
    if (!isPainted || hasSaid || practises === null) return;
    if (practises) {
      const answer = await askReports();
      const reports = answer.ok ? answer.value.reports : [];
      if (!reports.some(({ backfill }) => backfill.state === 'done')) return;
    }
    const answer = await askCounts();
    if (!answer.ok || hasSaid) return;
    hasSaid = true;
    const { counts } = answer.value;
    say(readyLine({ leads: counts.all, needsReply: counts.needs_reply }));
  };

  return {
    painted: () => {
      isPainted = true;
      return look();
    },
    practises: (does) => {
      practises = does;
      return look();
    },
    look,
  };
};
