/**
 * How each view of the inbox is shown. Its words stand in the locales under `views`: its name, and
 * what the list says when nothing is in it.
 */
import {
  IconArchive,
  IconHistory,
  IconInbox,
  IconMail,
  IconMessageReply,
  IconMoodSmile,
  IconSend,
  IconStar,
  IconZzz,
  type TablerIcon,
} from '@tabler/icons-react';
import { viewNames, type ViewName } from '../../contract/views.ts';

type ViewDisplay = {
  readonly icon: TablerIcon;
  /** Above the words of an empty list. */
  readonly emptyIcon: TablerIcon;
  /**
   * The number of its leads in the sidebar: not there, quiet, or one that calls for action as soon as a
   * reply could not be sent.
   */
  readonly count: 'hidden' | 'quiet' | 'urgentWhenFailed';
  /** The view at whose foot it stands, instead of in the sidebar. */
  readonly within?: ViewName;
};

export const viewDisplay: Readonly<Record<ViewName, ViewDisplay>> = {
  needs_reply: { icon: IconMessageReply, emptyIcon: IconMoodSmile, count: 'quiet' },
  older: {
    icon: IconHistory,
    emptyIcon: IconHistory,
    count: 'hidden',
    within: 'needs_reply',
  },
  unread: { icon: IconMail, emptyIcon: IconMail, count: 'quiet' },
  all: { icon: IconInbox, emptyIcon: IconInbox, count: 'hidden' },
  starred: { icon: IconStar, emptyIcon: IconStar, count: 'quiet' },
  snoozed: { icon: IconZzz, emptyIcon: IconZzz, count: 'hidden' },
  archived: { icon: IconArchive, emptyIcon: IconArchive, count: 'hidden' },
  outgoing: { icon: IconSend, emptyIcon: IconSend, count: 'urgentWhenFailed' },
};

/** Those that the sidebar lists. */
export const sidebarViews = viewNames.filter((name) => viewDisplay[name].within === undefined);
