/** The button that opens the snooze menu. */
import { IconZzz } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../platform/actions.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { LeadStores } from './stores.ts';
import { loadLazily } from '../ui/lazily.tsx';

const SnoozeMenu = loadLazily(() => import('./snooze-menu.tsx'), 'SnoozeMenu');

const menuKeys: readonly string[] = ['Enter', 'Space', 'ArrowDown', 'ArrowUp'];

/** True if a key, in the notation of actions, is meant for the snooze menu, which may still be loading. */
export const isForComingMenu = (
  key: string,
  { session, selecting, conversation }: LeadStores,
): boolean => {
  const isForLead =
    session.getState().snoozingLead !== null && conversation.getState().state !== 'failed';
  return menuKeys.includes(key) && (isForLead || selecting.getState().openMenu === 'snooze');
};

type Props = {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** True if a lead is snoozed. */
  readonly canWake: boolean;
  readonly onSnooze: (until: number | null) => void;
};

export const SnoozeButton = ({ isOpen, onOpen, canWake, onSnooze }: Props) => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const button = (
    <IconButton label={t('snooze.set')} hint={getHint('snooze')} onClick={() => onOpen(!isOpen)}>
      <IconZzz size={18} stroke={1.75} />
    </IconButton>
  );
  if (!isOpen) return button;
  return (
    <Suspense fallback={button}>
      <SnoozeMenu
        button={button}
        canWake={canWake}
        onSnooze={onSnooze}
        onEnd={() => onOpen(false)}
      />
    </Suspense>
  );
};
