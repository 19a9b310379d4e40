/** Sets the marks that have a value: job status, tags and the assignee. */
import type { JobStatus } from '../../contract/marks.ts';
import type { LeadRow } from '../../contract/records.ts';
import type { LeadRecords } from './lead-records.ts';
import { createMarker } from './marking.ts';

/** Each resolves to whether it succeeded. */
export type Valuing = {
  /** Null removes the status. */
  readonly setJobStatus: (lead: LeadRow, value: JobStatus | null) => Promise<boolean>;
  readonly tag: (lead: LeadRow, tag: string) => Promise<boolean>;
  readonly untag: (lead: LeadRow, tag: string) => Promise<boolean>;
  /** Null assigns nobody. @param to the person's name, '' for the person here */
  readonly assign: (lead: LeadRow, person: string | null, to: string) => Promise<boolean>;
};

export const createValuing = (dependencies: LeadRecords): Valuing => {
  const changeMarks = createMarker(dependencies);
  const setTag = (isAdded: boolean) => (lead: LeadRow, tag: string) => {
    const added = { tags: { add: [tag], remove: [] } };
    const removed = { tags: { add: [], remove: [tag] } };
    return changeMarks(lead, {
      marks: isAdded ? added : removed,
      previous: isAdded ? removed : added,
      getText: (t, name) => t(isAdded ? 'tags.wasSet' : 'tags.wasUnset', { name, tag }),
    });
  };
  return {
    setJobStatus: (lead, jobStatus) =>
      changeMarks(lead, {
        marks: { jobStatus },
        previous: { jobStatus: lead.jobStatus },
        getText: (t, name) =>
          t('jobStatus.wasSet', {
            name,
            status: t(`jobStatus.statuses.${jobStatus?.status ?? 'pending'}`),
          }),
      }),
    assign: (lead, assignee, to) =>
      changeMarks(lead, {
        marks: { assignee },
        previous: { assignee: lead.assignee },
        getText: (t, name) =>
          assignee === null
            ? t('assign.wasUnset', { name })
            : to === ''
              ? t('assign.wasTaken', { name })
              : t('assign.wasSet', { name, to }),
      }),
    tag: setTag(true),
    untag: setTag(false),
  };
};
