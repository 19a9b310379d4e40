/** The button that snoozes the open lead, and the time at which its snooze ends. */
import { IconZzz } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadRow } from '../../contract/records.ts';
import { useActions } from '../platform/actions.ts';
import { useSession } from '../platform/stores.ts';
import { useLeadStores } from '../leads/stores.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useMoment } from '../ui/time-words.ts';
import { lazily } from '../ui/lazily.tsx';
import styles from './thread.module.css';

const SnoozeMenu = lazily(() => import('../leads/snooze-menu.tsx'), 'SnoozeMenu');

export const SnoozedUntil = ({ at }: { readonly at: number }) => {
  const { t } = useTranslation();
  return <span className={styles.snoozed}>{t('snooze.until', { moment: useMoment(at) })}</span>;
};

export const SnoozeButton = ({ lead }: { readonly lead: LeadRow }) => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const { marking, session } = useLeadStores();
  const isOpen = useSession(({ snoozingLead }) => snoozingLead === lead.leadID);
  const button = (
    <IconButton
      label={t('snooze.set')}
      hint={hintOf('snooze')}
      onClick={() => session.setState({ snoozingLead: isOpen ? null : lead.leadID })}
    >
      <IconZzz size={18} stroke={1.75} />
    </IconButton>
  );
  if (!isOpen) return button;
  return (
    <Suspense fallback={button}>
      <SnoozeMenu
        button={button}
        canWake={lead.snoozedUntil !== null}
        onSnooze={(until) => marking.snooze(lead, until)}
        onEnd={() => session.setState({ snoozingLead: null })}
      />
    </Suspense>
  );
};
