/** A lead in the list: name and age, job and place, and the request or the last message. */
import {
  IconAt,
  IconCheck,
  IconPencil,
  IconPhoto,
  IconRobot,
  IconStarFilled,
  IconZzz,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadID, LeadRow as Row, Match } from '../../contract/records.ts';
import { useLeads } from '../leads/stores.ts';
import { Marked } from '../ui/marked.tsx';
import { useAge, useMoment } from '../ui/time-words.ts';
import { BusinessTile } from '../ui/business-tile.tsx';
import { OutgoingMark } from './outgoing-mark.tsx';
import { TimeLeft } from '../leads/reply-by.tsx';
import { Assignee } from '../leads/person.tsx';
import { useIsColleague, useNameOf } from '../leads/team.ts';
import { TagChips } from '../leads/tag-chips.tsx';
import styles from './lead-row.module.css';

type Lead = Row & { readonly match?: Match | undefined };

const Age = ({ lead }: { readonly lead: Lead }) => (
  <span className={styles.age}>{useAge(useAgeStart(lead))}</span>
);

/** Describes a message without text: "2 photos, Invoice.pdf". */
const describeFiles = (t: TFunction, files: Row['lastFiles']): string => {
  const { photos, names } = files ?? { photos: 0, names: [] };
  const [name = ''] = names;
  const fileText = names.length > 1 ? t('list.files', { count: names.length }) : name;
  const photoText = photos === 0 ? '' : t('list.photos', { count: photos });
  return [photoText, fileText].filter(Boolean).join(', ') || t('list.noWords');
};

/** "You:", or the first name of a colleague. */
const Speaker = ({ person }: { readonly person: string | null }) => {
  const { t } = useTranslation();
  const isColleague = useIsColleague(person);
  const nameOf = useNameOf(t, isColleague);
  const text =
    person !== null && isColleague
      ? t('list.author', { name: nameOf(person).split(' ')[0] })
      : t('list.you');
  return <span>{text} </span>;
};

const Preview = ({ lead }: { readonly lead: Lead }) => {
  const { t } = useTranslation();
  const isOutgoing = useLeads(({ view, query }) => view === 'outgoing' && query === '');
  const { match } = lead;
  if (match !== undefined && match.in !== 'name')
    return (
      <>
        {match.in === 'note' && <span>{t('search.inNote')} </span>}
        {match.in === 'message' && match.side === 'business' && <span>{t('list.you')} </span>}
        <bdi>
          <Marked text={match.text} spans={match.spans} />
        </bdi>
      </>
    );
  if (isOutgoing && lead.outgoing !== null)
    return (
      <>
        <span>{t('list.you')} </span>
        <bdi>{lead.outgoing.text}</bdi>
      </>
    );
  const { lastMessage } = lead;
  if (lastMessage === null || (!lead.isAnswered && lead.requestText !== ''))
    return lead.requestText === '' ? (
      <span className={styles.none}>
        {lead.isIncomplete ? t('list.incomplete') : t('list.noRequest')}
      </span>
    ) : (
      <>
        {lastMessage?.side === 'customer' && (
          <span className={styles.again}>{t('list.wroteAgain')} </span>
        )}
        <bdi>{lead.requestText}</bdi>
      </>
    );
  return (
    <>
      {lastMessage.side === 'business' && <Speaker person={lastMessage.person} />}
      <bdi>{lastMessage.text || describeFiles(t, lead.lastFiles)}</bdi>
    </>
  );
};

/** In Needs reply, new leads show how long they have waited; all others the time since the last activity. */
const useAgeStart = (lead: Lead): number => {
  const isNeedsReply = useLeads(({ view, query }) => view === 'needs_reply' && query === '');
  return isNeedsReply && lead.needsFirstReply
    ? (lead.waitingSince ?? lead.activityAt)
    : lead.activityAt;
};

/** An icon with its meaning as tooltip and for screen readers. */
const renderIconMark = (label: string, icon: ReactNode, className = styles.mark) => (
  <span className={className} title={label}>
    {icon}
    <span className="hidden-visually">{label}</span>
  </span>
);

const Marks = ({ lead }: { readonly lead: Lead }) => {
  const { t } = useTranslation();
  return (
    <>
      {lead.urgency !== null && lead.needsFirstReply && (
        <span className={styles.mark} data-mark="urgent">
          {t(`list.urgency.${lead.urgency}`)}
        </span>
      )}
      {lead.isMentioned && (
        <span className={styles.mark} data-mark="mentioned" title={t('list.mentioned')}>
          <IconAt size={14} stroke={2} aria-hidden />
          <span className="hidden-visually">{t('list.mentioned')}</span>
        </span>
      )}
      {lead.isTest && <span className={styles.mark}>{t('list.test')}</span>}
      {lead.availability !== 'here' && (
        <span className={styles.mark}>{t(`list.${lead.availability}`)}</span>
      )}
      {lead.jobStatus !== null && (
        <span className={styles.mark}>{t(`jobStatus.statuses.${lead.jobStatus.status}`)}</span>
      )}
      {lead.hasDraft && (
        <span className={styles.mark} data-mark="draft">
          <IconPencil size={13} aria-hidden />
          {t('list.draft')}
        </span>
      )}
      {lead.isAnsweredByRule &&
        renderIconMark(t('list.answeredByRule'), <IconRobot size={14} aria-hidden />)}
      {lead.outgoing !== null && <OutgoingMark outgoing={lead.outgoing} />}
    </>
  );
};

export const toRowID = (leadID: LeadID): string => `lead-${leadID}`;

type Props = {
  readonly lead: Lead;
  /** Its conversation is open. */
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly position: number;
  /** -1 while it is unknown. */
  readonly total: number;
  /** True if there are several businesses, so that the row shows its own. */
  readonly isNamed: boolean;
  readonly onPress: (event: MouseEvent, leadID: LeadID) => void;
  readonly onCheck: (leadID: LeadID) => void;
};

const SnoozedMark = ({ at }: { readonly at: number }) => {
  const { t } = useTranslation();
  const time = useMoment(at);
  return (
    <span className={styles.mark} title={t('snooze.until', { moment: time })}>
      <IconZzz size={13} aria-hidden />
      {time}
    </span>
  );
};

export const LeadRow = memo((props: Props) => {
  const { lead, isCurrent, isSelected, position, total, isNamed, onPress, onCheck } = props;
  const { t } = useTranslation();
  const about = [lead.category, lead.city].filter(Boolean).join(' · ');
  return (
    // The list handles the keys (aria-activedescendant).
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={toRowID(lead.leadID)}
      role="option"
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={total}
      className={styles.row}
      data-lead-id={lead.leadID}
      data-unread={lead.isUnread}
      data-current={isCurrent}
      onClick={(event) => onPress(event, lead.leadID)}
    >
      {/* A checkbox for the mouse only; keys and screen readers use the row. */}
      <span
        className={styles.check}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          onCheck(lead.leadID);
        }}
      >
        <span className={styles.box}>
          <IconCheck size={12} stroke={3} />
        </span>
      </span>
      <div className={styles.line}>
        {lead.isUnread && renderIconMark(t('list.unread'), null, styles.dot)}
        <span className={styles.name}>
          <bdi>
            {lead.match?.in === 'name' ? (
              <Marked text={lead.match.text} spans={lead.match.spans} />
            ) : (
              lead.customerName || t('list.unnamed')
            )}
          </bdi>
        </span>
        {lead.starred &&
          renderIconMark(t('list.starred'), <IconStarFilled size={13} aria-hidden />, styles.star)}
        <Age lead={lead} />
      </div>
      <div className={styles.line}>
        {isNamed && lead.businessName !== '' && (
          <>
            <BusinessTile name={lead.businessName} />
            <span className="hidden-visually">{lead.businessName}</span>
          </>
        )}
        <span className={styles.about}>
          <bdi>{about}</bdi>
        </span>
        {lead.photos > 0 &&
          renderIconMark(
            t('list.photos', { count: lead.photos }),
            <>
              <IconPhoto size={13} aria-hidden />
              <span aria-hidden>{lead.photos}</span>
            </>,
          )}
        <TagChips tags={lead.tags} />
        <Assignee person={lead.assignee} />
        <Marks lead={lead} />
        {lead.snoozedUntil !== null && <SnoozedMark at={lead.snoozedUntil} />}
        <TimeLeft replyBy={lead.replyBy} />
      </div>
      <div className={styles.preview}>
        <Preview lead={lead} />
      </div>
    </div>
  );
});
LeadRow.displayName = 'LeadRow';
