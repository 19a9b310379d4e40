/** Sets the marks that have a value: job status, tags and the assignee. */
import type { JobStatus } from '../../contract/marks.ts';
import type { LeadRow } from '../../contract/records.ts';
import type { BaseLeadStores } from './lead-records.ts';
import { createMarker } from './marking.ts';

export type LeadEditor = ReturnType<typeof createLeadEditor>;

/** Each function resolves to true if it succeeded. */
export const createLeadEditor = (dependencies: BaseLeadStores) => {
  const changeMarks = createMarker(dependencies);
  const setTag = (isAdded: boolean) => (lead: LeadRow, tag: string) => {
    const added = { tags: { add: [tag], remove: [] } };
    const removed = { tags: { add: [], remove: [tag] } };
    return changeMarks(lead, {
      marks: isAdded ? added : removed,
      getPrevious: () => (isAdded ? removed : added),
      getText: (t, name) => t(isAdded ? 'tags.wasSet' : 'tags.wasUnset', { name, tag }),
    });
  };
  return {
    /** Null removes the status. */
    setJobStatus: (lead: LeadRow, jobStatus: JobStatus | null) =>
      changeMarks(lead, {
        marks: { jobStatus },
        getPrevious: (before) => ({ jobStatus: before.jobStatus }),
        getText: (t, name) =>
          t('jobStatus.wasSet', {
            name,
            status: t(`jobStatus.statuses.${jobStatus?.status ?? 'pending'}`),
          }),
      }),
    /** Null assigns nobody. @param to the person's name, '' for the person here */
    assign: (lead: LeadRow, assignee: string | null, to: string) =>
      changeMarks(lead, {
        marks: { assignee },
        getPrevious: (before) => ({ assignee: before.assignee }),
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
