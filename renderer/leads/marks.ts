/** The button and key of each mark without a value. Its texts are in the locales under `marks`. */
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
  readonly key: string;
  /** `icon` sets the mark, `iconOfSet` removes it. */
  readonly icon: TablerIcon;
  readonly iconOfSet: TablerIcon;
  /** True if the button stays pressed. */
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
