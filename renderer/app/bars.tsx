/** Thin bars above everything: what concerns the whole app right now, and the one thing to do. */
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCloudOff,
  IconFlask,
  IconKey,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { conditionOf } from '../state/accounts.ts';
import { useSession, useStores } from '../state/stores.ts';
import { useAccounts, useReports } from '../state/use-accounts.ts';
import { useAnswer } from '../state/use-answer.ts';
import { FileBar } from './file-bar.tsx';
import styles from './app.module.css';

type BarProps = {
  readonly name: string;
  readonly tone: 'quiet' | 'warning' | 'danger';
  readonly icon: ReactNode;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
};

const Bar = ({ name, tone, icon, text, action }: BarProps) => (
  <div role="status" className={styles.bar} data-bar={name} data-tone={tone}>
    {icon}
    <span>{text}</span>
    {action !== undefined && (
      <Button variant="default" h={24} px={8} fz={12} onClick={action.run}>
        {action.label}
      </Button>
    )}
  </div>
);

export const Bars = () => {
  const { t, i18n } = useTranslation();
  const engine = useSession((state) => state.engine);
  const networked = useSession((state) => state.networked);
  const screen = useSession((state) => state.screen);
  const go = useSession((state) => state.go);
  const keychain = useAnswer('connect.accounts', {}).value?.keychain;
  const accounts = useAccounts();
  const reports = useReports();
  const { reconnect, bridge } = useStores();
  const broken = accounts.find((account) => account.grant.state === 'reconnect');
  const practice = accounts.length > 0 && accounts.every((account) => account.practice);
  /** Some account had its leads here, whether its sign-in was kept or not. */
  const known = keychain !== undefined && accounts.length + reports.length > 0;
  const signInsLost = keychain === 'replaced' && accounts.every((account) => account.practice);
  const { health, unreachable } = conditionOf({ accounts, reports, networked });
  const marketplace = new Intl.ListFormat(i18n.language).format(unreachable);
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <div className={styles.bars}>
      <FileBar />
      {engine.state === 'restarting' && engine.restores !== true && (
        <Bar
          name="engine"
          tone="warning"
          icon={<IconRefresh {...icon} />}
          text={t(engine.repairs ? 'bars.repairing' : 'bars.restarting')}
        />
      )}
      {engine.state === 'stopped' && (
        <Bar
          name="engine"
          tone="danger"
          icon={<IconAlertTriangle {...icon} />}
          text={`${t(`errors.${engine.error.code}.what`)} ${t(`errors.${engine.error.code}.means`)} ${t(`errors.${engine.error.code}.act`)}`}
          action={{
            label: t('bars.startEngine'),
            run: () => void bridge.invoke('shell.restartEngine', {}),
          }}
        />
      )}
      {!networked && health !== 'none' && (
        <Bar
          name="offline"
          tone="warning"
          icon={<IconCloudOff {...icon} />}
          text={t('bars.offline')}
        />
      )}
      {unreachable.length > 0 && (
        <Bar
          name="unreachable"
          tone="warning"
          icon={<IconCloudOff {...icon} />}
          text={practice ? t('bars.sampleDown') : t('bars.serviceDown', { marketplace })}
        />
      )}
      {health === 'none' &&
        !practice &&
        !signInsLost &&
        known &&
        (screen === 'inbox' || screen === 'settings') && (
          <Bar
            name="disconnected"
            tone="warning"
            icon={<IconPlugConnectedX {...icon} />}
            text={t('bars.disconnected')}
            action={
              accounts.length > 0
                ? { label: t('bars.disconnectedAction'), run: () => go('connection') }
                : { label: t('bars.connectAgain'), run: () => go('connect') }
            }
          />
        )}
      {signInsLost && (
        <Bar
          name="sign-ins"
          tone="danger"
          icon={<IconKey {...icon} />}
          text={t('bars.signInsLost')}
          {...(screen !== 'connect' && {
            action: { label: t('bars.connectAgain'), run: () => go('connect') },
          })}
        />
      )}
      {broken !== undefined && (
        <Bar
          name="reconnect"
          tone="danger"
          icon={<IconAlertTriangle {...icon} />}
          text={t('bars.reconnect', { name: broken.userName || broken.profileName })}
          action={{
            label: t('bars.reconnectAction'),
            run: () => void reconnect(broken.accountID),
          }}
        />
      )}
      {practice && (
        <Bar
          name="practice"
          tone="quiet"
          icon={<IconFlask {...icon} />}
          text={t('bars.practice')}
          {...(screen === 'inbox' && {
            action: { label: t('bars.connectOwn'), run: () => go('connect') },
          })}
        />
      )}
    </div>
  );
};
