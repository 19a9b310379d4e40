/** The menu of the ways to send, loaded on demand. */
import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSendKeys, type SendWay } from '../leads/send-keys.ts';
import styles from './composer.module.css';

type Props = {
  readonly opensNext: boolean;
  readonly canMoveOn: boolean;
  readonly button: (onClick?: () => void) => ReactNode;
  readonly onSend: (way: SendWay) => void;
  readonly onLater: () => void;
  readonly onClose: () => void;
};

export const SendMenu = ({ opensNext, canMoveOn, button, onSend, onLater, onClose }: Props) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(true);
  const allWays: readonly SendWay[] = opensNext
    ? ['next', 'stay', 'archive']
    : ['stay', 'next', 'archive'];
  const ways: readonly SendWay[] = canMoveOn ? allWays : ['stay'];
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      onClose={onClose}
      position="top-end"
      withinPortal={false}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      width={260}
      transitionProps={{ duration: 120 }}
    >
      <Menu.Target>{button()}</Menu.Target>
      <Menu.Dropdown aria-label={t('sendWays.more')} className={styles.menu}>
        {ways.map((way, index) => (
          <Menu.Item
            key={way}
            data-autofocus={index === 0 || undefined}
            rightSection={<kbd>{formatSendKeys(way, opensNext)}</kbd>}
            className={styles.way}
            onClick={() => onSend(way)}
          >
            {t(`sendWays.${way}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item className={styles.way} onClick={onLater}>
          {t('later.open')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
