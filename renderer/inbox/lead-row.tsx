/** One lead in the list: name and age, what and where, the last thing said. */
import { IconPencil, IconStarFilled } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadID, LeadRow as Lead } from '../../contract/records.ts';
import { useLeads } from '../state/stores.ts';
import { moneyText } from '../ui/format.ts';
import { useAge } from '../ui/time-words.ts';
import { OutgoingMark } from './outgoing-mark.tsx';
import { WaitingChip } from './waiting-chip.tsx';
import styles from './lead-row.module.css';

const Age = ({ at }: { readonly at: number }) => <span className={styles.age}>{useAge(at)}</span>;

const Preview = ({ lead }: { readonly lead: Lead }) => {
  const { t } = useTranslation();
  const isOutgoing = useLeads(({ view }) => view === 'outgoing');
  if (isOutgoing && lead.outgoing !== null)
    return (
      <>
        <span>{t('list.you')} </span>
        <bdi>{lead.outgoing.text}</bdi>
      </>
    );
  if (lead.lastMessage === null)
    return (
      <span className={styles.none}>
        {lead.incomplete ? t('list.incomplete') : t('list.nobodyWrote')}
      </span>
    );
  return (
    <>
      {lead.lastMessage.side === 'business' && <span>{t('list.you')} </span>}
      <bdi>{lead.lastMessage.text || t('list.noWords')}</bdi>
    </>
  );
};

const Marks = ({ lead }: { readonly lead: Lead }) => {
  const { t } = useTranslation();
  return (
    <>
      {lead.test && <span className={styles.mark}>{t('list.test')}</span>}
      {lead.availability !== 'here' && (
        <span className={styles.mark}>{t(`list.${lead.availability}`)}</span>
      )}
      {lead.hasDraft && (
        <span className={styles.mark} data-mark="draft">
          <IconPencil size={13} aria-hidden />
          {t('list.draft')}
        </span>
      )}
      {lead.outgoing !== null && <OutgoingMark outgoing={lead.outgoing} />}
    </>
  );
};

export const rowID = (leadID: LeadID): string => `lead-${leadID}`;

type Props = {
  readonly lead: Lead;
  readonly selected: boolean;
  readonly position: number;
  /** How many there are in all; -1 while that is not known. */
  readonly total: number;
  readonly onSelect: (leadID: LeadID) => void;
};

export const LeadRow = memo(({ lead, selected, position, total, onSelect }: Props) => {
  const { t } = useTranslation();
  const price = moneyText(lead.price);
  const about = [lead.category, lead.city].filter(Boolean).join(' · ');
  return (
    // The list itself takes the keys (aria-activedescendant); a row only takes the mouse.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={rowID(lead.leadID)}
      role="option"
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={total}
      className={styles.row}
      data-lead-id={lead.leadID}
      data-unread={lead.unread}
      onClick={() => onSelect(lead.leadID)}
    >
      <div className={styles.line}>
        {lead.unread && (
          <span className={styles.dot} title={t('list.unread')}>
            <span className="hidden-visually">{t('list.unread')}</span>
          </span>
        )}
        <span className={styles.name}>
          <bdi>{lead.customerName || t('list.unnamed')}</bdi>
        </span>
        {lead.starred && (
          <span className={styles.star} title={t('list.starred')}>
            <IconStarFilled size={13} aria-hidden />
            <span className="hidden-visually">{t('list.starred')}</span>
          </span>
        )}
        <Age at={lead.activityAt} />
      </div>
      <div className={styles.line}>
        <span className={styles.about}>
          <bdi>{about}</bdi>
        </span>
        {price !== null && <span className={styles.price}>{price}</span>}
        <Marks lead={lead} />
      </div>
      <div className={styles.line}>
        <span className={styles.preview}>
          <Preview lead={lead} />
        </span>
        <WaitingChip since={lead.waitingSince} />
      </div>
    </div>
  );
});
LeadRow.displayName = 'LeadRow';
