/** Converts job statuses to the marketplace's words. */
import type { JobStatus, NotHiredReason } from '../../../../contract/marks.ts';

/** The side that canceled the job; `other` can be either. */
const canceledBy: Readonly<Record<NotHiredReason, string | null>> = {
  someone_else: 'customer_cancel',
  too_expensive: 'customer_cancel',
  no_response: 'customer_cancel',
  not_a_fit: 'pro_cancel',
  other: null,
};

const words = { quoted: 'not_scheduled', hired: 'appt_scheduled', done: 'job_complete' };

/** Null without a matching word. A quoted job counts as not scheduled there. */
export const toJobStatusWord = (status: JobStatus | null): string | null => {
  if (status === null) return words.quoted;
  if (status.status !== 'not_hired') return words[status.status];
  return status.reason == null ? null : canceledBy[status.reason];
};
