/** A message in the same form for all interface generations: the output of the readers. */
import type { Attachment, Side } from '../../../contract/records.ts';

export type MessageRecord = {
  readonly messageID: string;
  /** Null when the record has no negotiation. */
  readonly negotiationID: string | null;
  readonly side: Side;
  /** The service flags it as an automatic message. */
  readonly isAutomatic: boolean;
  readonly customer: { readonly customerID: string; readonly name: string };
  readonly business: { readonly businessID: string; readonly name: string };
  readonly text: string;
  /** Text with HTML entities, to compare with sent replies. */
  readonly textAsItCame: string;
  readonly attachments: readonly Attachment[];
  /**
   * UTC milliseconds; null when missing, which the service promises not to happen. Such a message
   * counts as sent on arrival: a time in the past could hide it.
   */
  readonly sentAt: number | null;
};
