/** The Send button and the menu of other ways to send. */
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSendKeys, type SendWay } from '../leads/send-keys.ts';
import { loadLazily } from '../ui/lazily.tsx';
import styles from './composer.module.css';

const SendMenu = loadLazily(() => import('./send-menu.tsx'), 'SendMenu');

type Props = {
  readonly opensNext: boolean;
  readonly canMoveOn: boolean;
  readonly disabled: boolean;
  readonly onSend: (way: SendWay) => void;
  readonly onLater: () => void;
  readonly onClose: () => void;
};

export const SendButton = ({ opensNext, canMoveOn, disabled, onSend, onLater, onClose }: Props) => {
  const { t } = useTranslation();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const defaultWay: SendWay = opensNext ? 'next' : 'stay';
  const chevron = (onClick?: () => void) => (
    <ActionIcon
      variant="filled"
      size={32}
      className={styles.more}
      aria-label={t('sendWays.more')}
      aria-haspopup="menu"
      disabled={disabled}
      onClick={onClick}
    >
      <IconChevronDown size={16} stroke={1.75} />
    </ActionIcon>
  );
  return (
    <div className={styles.send}>
      <Button
        variant="filled"
        disabled={disabled}
        rightSection={<kbd className={styles.keys}>{formatSendKeys(defaultWay, opensNext)}</kbd>}
        onClick={() => onSend(defaultWay)}
      >
        {t('composer.send')}
      </Button>
      {isMenuOpen ? (
        <Suspense fallback={chevron()}>
          <SendMenu {...{ opensNext, canMoveOn, onSend, onLater, onClose }} button={chevron} />
        </Suspense>
      ) : (
        chevron(() => setMenuOpen(true))
      )}
    </div>
  );
};
