/** A message in the same form for every generation: the output of the readers. */
import type { Attachment, Side } from '../../../contract/records.ts';

export type MessageRecord = {
  readonly messageID: string;
  readonly negotiationID: string | null;
  readonly side: Side;
  readonly isAutomatic: boolean;
  readonly customer: { readonly customerID: string; readonly name: string };
  readonly business: { readonly businessID: string; readonly name: string };
  readonly text: string;
  /** Still with HTML entities, to compare with sent replies. */
  readonly rawText: string;
  readonly attachments: readonly Attachment[];
  /** Null when missing: the message then counts as sent on arrival, because an early time could hide it. */
  readonly sentAt: number | null;
};
