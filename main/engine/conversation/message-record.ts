/** A message as its service's record says it, whichever interface generation the record is of. */
import type { Attachment, Side } from '../../../contract/records.ts';

export type MessageRecord = {
  readonly messageID: string;
  /** Null where the record does not name its negotiation. */
  readonly negotiationID: string | null;
  readonly side: Side;
  /** The service says that it sent this message itself. */
  readonly isAutomatic: boolean;
  readonly customer: { readonly customerID: string; readonly name: string };
  readonly business: { readonly businessID: string; readonly name: string };
  readonly text: string;
  /** The text before entities were decoded: what a reply of ours was sent as. */
  readonly textAsItCame: string;
  readonly attachments: readonly Attachment[];
  /**
   * UTC milliseconds; null where it was not said, which the service promises not to do. Such a message
   * counts as sent when it was taken in: it stands last and calls for an answer, while with a time of
   * the past it could go unseen.
   */
  readonly sentAt: number | null;
};
