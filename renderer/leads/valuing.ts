/** The marks that say something: how far a job is, and tags. Set at once, said, and taken back with Z. */
import type { JobStatus } from '../../contract/marks.ts';
import type { LeadRow } from '../../contract/records.ts';
import type { LeadRecords } from './lead-records.ts';
import { createNotedMarks } from './noted-marks.ts';

export type Valuing = {
  /** Says how far a lead's job is; null takes back what was said. Resolves to whether that was kept. */
  readonly setJobStatus: (lead: LeadRow, value: JobStatus | null) => Promise<boolean>;
  readonly tag: (lead: LeadRow, tag: string) => Promise<boolean>;
  readonly untag: (lead: LeadRow, tag: string) => Promise<boolean>;
};

const tags = (add: readonly string[], remove: readonly string[]) => ({
  tags: { add: [...add], remove: [...remove] },
});

export const createValuing = (dependencies: LeadRecords): Valuing => {
  const { markAndSay } = createNotedMarks(dependencies);
  return {
    setJobStatus: (lead, jobStatus) =>
      markAndSay(lead, {
        given: { jobStatus },
        back: { jobStatus: lead.jobStatus },
        say: (t, name) =>
          t('jobStatus.wasSet', {
            name,
            status: t(`jobStatus.statuses.${jobStatus?.status ?? 'pending'}`),
          }),
      }),
    tag: (lead, tag) =>
      markAndSay(lead, {
        given: tags([tag], []),
        back: tags([], [tag]),
        say: (t, name) => t('tags.wasSet', { name, tag }),
      }),
    untag: (lead, tag) =>
      markAndSay(lead, {
        given: tags([], [tag]),
        back: tags([tag], []),
        say: (t, name) => t('tags.wasUnset', { name, tag }),
      }),
  };
};
