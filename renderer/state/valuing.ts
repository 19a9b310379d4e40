/** The marks that say something: how far a job is, and tags. Set at once, said, and taken back with Z. */
import type { TFunction } from 'i18next';
import type { JobStatus, Marks } from '../../contract/marks.ts';
import type { LeadRow } from '../../contract/records.ts';
import type { Dependencies } from './dependencies.ts';

export type Valuing = {
  /** Says how far a lead's job is; null takes back what was said. Resolves to whether that was kept. */
  readonly setJobStatus: (lead: LeadRow, value: JobStatus | null) => Promise<boolean>;
  readonly tag: (lead: LeadRow, tag: string) => Promise<boolean>;
  readonly untag: (lead: LeadRow, tag: string) => Promise<boolean>;
};

type Given = Partial<Pick<Marks, 'jobStatus' | 'tags'>>;

export const createValuing = ({ bridge, toasts, undoing }: Dependencies): Valuing => {
  const mark = async (lead: LeadRow, given: Given) => {
    const { jobStatus, tags } = given;
    const answer = await bridge.invoke('leads.mark', {
      leadIDs: [lead.leadID],
      ...(jobStatus !== undefined && { jobStatus }),
      ...(tags !== undefined && { tags: { add: [...tags.add], remove: [...tags.remove] } }),
    });
    return answer.ok ? null : answer.error;
  };

  const markAndSay = async (
    lead: LeadRow,
    given: Given,
    before: Given,
    say: (t: TFunction, name: string) => string,
  ): Promise<boolean> => {
    const marked = mark(lead, given);
    const words = (t: TFunction): string => say(t, lead.customerName || t('list.unnamed'));
    const forget = undoing.did({
      said: { what: 'done', words },
      undo: async () => ((await marked) === null ? mark(lead, before) : null),
    });
    const error = await marked;
    if (error === null) return true;
    forget();
    toasts
      .getState()
      .say({ what: 'failed', code: error.code, tried: 'mark', to: lead.customerName });
    return false;
  };

  return {
    setJobStatus: (lead, jobStatus) =>
      markAndSay(lead, { jobStatus }, { jobStatus: lead.jobStatus }, (t, name) =>
        t('jobStatus.wasSet', {
          name,
          status: t(`jobStatus.statuses.${jobStatus?.status ?? 'pending'}`),
        }),
      ),
    tag: (lead, tag) =>
      markAndSay(
        lead,
        { tags: { add: [tag], remove: [] } },
        { tags: { add: [], remove: [tag] } },
        (t, name) => t('tags.wasSet', { name, tag }),
      ),
    untag: (lead, tag) =>
      markAndSay(
        lead,
        { tags: { add: [], remove: [tag] } },
        { tags: { add: [tag], remove: [] } },
        (t, name) => t('tags.wasUnset', { name, tag }),
      ),
  };
};
