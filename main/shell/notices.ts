/** Shows what the engine decided to show on the desktop. Whether and when is the engine's business. */
import { Notification } from 'electron';
import type { Notice } from '../../contract/port.ts';
import type { LeadID } from '../../contract/records.ts';

/** Shows notices; a click answers with the lead, or with null for several. */
export const createNotices = (
  open: (leadID: LeadID | null) => void,
): ((notice: Notice) => void) => {
  // A notification that nobody refers to may be collected before it is clicked.
  const shown = new Set<Notification>();
  return (notice) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title: notice.title, body: notice.body });
    shown.add(notification);
    notification.on('click', () => open(notice.leadID));
    notification.on('close', () => shown.delete(notification));
    notification.show();
    if (shown.size > 50) shown.delete(shown.values().next().value as Notification);
  };
};
