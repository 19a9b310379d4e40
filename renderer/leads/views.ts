/** The appearance of each view of the inbox. Its texts are in the locales under `views`. */
import {
  IconArchive,
  IconHistory,
  IconInbox,
  IconMail,
  IconMessageReply,
  IconMoodSmile,
  IconSend,
  IconStar,
  IconUser,
  IconUserQuestion,
  IconUsers,
  IconZzz,
  type TablerIcon,
} from '@tabler/icons-react';
import { viewNames, type ViewName } from '../../contract/views.ts';

type ViewDisplay = {
  readonly icon: TablerIcon;
  /** For an empty list, if not the usual one. */
  readonly emptyIcon?: TablerIcon;
  /** The style of its count in the sidebar. */
  readonly count: 'hidden' | 'quiet' | 'urgentWhenFailed';
  /** Second key after G. */
  readonly letter?: string;
  /** The view whose list links to it at the bottom, instead of the sidebar. */
  readonly within?: ViewName;
};

export const viewDisplay: Readonly<Record<ViewName, ViewDisplay>> = {
  needs_reply: { icon: IconMessageReply, emptyIcon: IconMoodSmile, count: 'quiet', letter: 'i' },
  older: { icon: IconHistory, count: 'hidden', within: 'needs_reply' },
  mine: { icon: IconUser, count: 'quiet', letter: 'y' },
  unassigned: { icon: IconUserQuestion, count: 'quiet', letter: 'x' },
  colleagues: { icon: IconUsers, count: 'quiet', letter: 'k' },
  unread: { icon: IconMail, count: 'quiet', letter: 'u' },
  all: { icon: IconInbox, count: 'hidden', letter: 'a' },
  starred: { icon: IconStar, count: 'quiet', letter: 's' },
  snoozed: { icon: IconZzz, count: 'hidden', letter: 'z' },
  archived: { icon: IconArchive, count: 'hidden', letter: 'e' },
  outgoing: { icon: IconSend, count: 'urgentWhenFailed', letter: 'o' },
};

export const sidebarViews = viewNames.filter((name) => viewDisplay[name].within === undefined);
