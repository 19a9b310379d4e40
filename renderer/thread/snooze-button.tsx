/** Snoozes the open lead, or says until when it is snoozed; its menu is loaded when it is asked for. */
import { IconZzz } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadRow } from '../../contract/records.ts';
import { useActions } from '../leads/actions.ts';
import { useSession } from '../platform/stores.ts';
import { useLeadStores } from '../leads/stores.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useMoment } from '../ui/time-words.ts';
import styles from './thread.module.css';

const SnoozeMenu = lazy(async () => ({
  default: (await import('../leads/snooze-menu.tsx')).SnoozeMenu,
}));

export const SnoozedUntil = ({ at }: { readonly at: number }) => {
  const { t } = useTranslation();
  return <span className={styles.snoozed}>{t('snooze.until', { moment: useMoment(at) })}</span>;
};

export const SnoozeButton = ({ lead }: { readonly lead: LeadRow }) => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const { marking, session } = useLeadStores();
  const isAsked = useSession(({ snoozing }) => snoozing === lead.leadID);
  const button = (
    <IconButton
      label={t('snooze.set')}
      hint={hintOf('snooze')}
      onClick={() => session.setState({ snoozing: isAsked ? null : lead.leadID })}
    >
      <IconZzz size={18} stroke={1.75} />
    </IconButton>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <SnoozeMenu
        button={button}
        wakes={lead.snoozedUntil !== null}
        onSnooze={(until) => marking.snooze(lead, until)}
        onEnd={() => session.setState({ snoozing: null })}
      />
    </Suspense>
  );
};
