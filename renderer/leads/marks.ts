/**
 * How each mark of the professional's is shown above a conversation and which key sets it. Its words
 * stand in the locales under `marks`: what setting and unsetting it is called, and what is said when
 * that was done.
 */
import {
  IconArchive,
  IconArchiveOff,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconMail,
  IconMailOpened,
  IconStar,
  IconStarFilled,
  type TablerIcon,
} from '@tabler/icons-react';
import type { FlagName } from '../../contract/marks.ts';

type MarkControl = {
  /** As it is printed on the keyboard. */
  readonly key: string;
  /** On the button that sets it, and on the one that takes it away. */
  readonly icon: TablerIcon;
  readonly iconOfSet: TablerIcon;
  /** The button is one that stays pressed. */
  readonly pressed: boolean;
};

/** In the order of the buttons. */
export const markControls = {
  starred: { key: 'S', icon: IconStar, iconOfSet: IconStarFilled, pressed: true },
  noReplyNeeded: {
    key: 'D',
    icon: IconCircleCheck,
    iconOfSet: IconCircleCheckFilled,
    pressed: true,
  },
  archived: { key: 'E', icon: IconArchive, iconOfSet: IconArchiveOff, pressed: false },
  read: { key: 'U', icon: IconMailOpened, iconOfSet: IconMail, pressed: false },
} as const satisfies Readonly<Record<FlagName, MarkControl>>;

export const markControlNames = Object.keys(markControls) as readonly FlagName[];
