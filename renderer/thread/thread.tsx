/** The right side of the inbox: a lead's conversation, composer and details. */
import { IconArrowLeft, IconLayoutSidebarRight, IconNote, IconUserPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadDetails } from '../../contract/records.ts';
import { useActions } from '../platform/actions.ts';
import { markControlNames, markControls } from '../leads/marks.ts';
import { ReplyBy } from '../leads/reply-by.tsx';
import { SnoozeButton } from '../leads/snooze-button.tsx';
import { Assignee } from '../leads/person.tsx';
import { TagChips } from '../leads/tag-chips.tsx';
import { canBeMarked, isMarked } from '../leads/marking.ts';
import { useConversation, useLeads } from '../leads/stores.ts';
import { useMember } from '../leads/team.ts';
import { useThreadStores } from './stores.ts';
import { useSession } from '../platform/stores.ts';
import { useMoment } from '../ui/time-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { useLate } from '../ui/late.ts';
import { SlowLoading } from '../ui/slow-loading.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { useRememberedChoice } from '../platform/remembered.ts';
import type { LayoutWidth } from '../ui/width.ts';
import { Composer } from './composer.tsx';
import { Conversation, MessageAnnouncer } from './conversation.tsx';
import { Facts } from './facts.tsx';
import { MatchBar } from './match-bar.tsx';
import { NoteField } from './note-field.tsx';
import styles from './thread.module.css';

const Skeleton = () => {
  const { t } = useTranslation();
  return (
    <section className={styles.thread}>
      <div role="status" aria-label={t('common.loading')} className={styles.skeleton}>
        <span />
        <span />
        <span data-side="business" />
        <span />
        <SlowLoading />
      </div>
    </section>
  );
};

const Notice = ({ details }: { readonly details: LeadDetails }) => {
  const { t } = useTranslation();
  const { isIncomplete, availability } = details.row;
  if (!isIncomplete && availability === 'here') return null;
  return (
    <p className={styles.notice} role="status">
      {availability === 'here' ? t('thread.incomplete') : t(`thread.${availability}`)}
    </p>
  );
};

const SnoozedUntil = ({ at }: { readonly at: number }) => {
  const { t } = useTranslation();
  return <span className={styles.snoozed}>{t('snooze.until', { moment: useMoment(at) })}</span>;
};

type HeaderProps = {
  readonly details: LeadDetails;
  readonly width: LayoutWidth;
  readonly showsFacts: boolean;
  readonly onFacts: () => void;
};

const Header = ({ details: { row }, width, showsFacts, onFacts }: HeaderProps) => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const { assigneePicker, marking, noting, session } = useThreadStores();
  const isInTeam = useMember() !== null;
  const isSnoozing = useSession(({ snoozingLead }) => snoozingLead === row.leadID);
  const select = useLeads((state) => state.select);
  const about = [row.category, row.city].filter(Boolean).join(' · ');
  return (
    <header className={styles.header}>
      {width === 'narrow' && (
        <IconButton
          label={t('thread.back')}
          hint={getHint('backToList')}
          onClick={() => select(null)}
        >
          <IconArrowLeft size={18} stroke={1.75} />
        </IconButton>
      )}
      <div className={styles.title}>
        <h2>
          <bdi>{row.customerName || t('list.unnamed')}</bdi>
        </h2>
        <div className={styles.about}>
          {about !== '' && (
            <p>
              <bdi>{about}</bdi>
            </p>
          )}
          <ReplyBy replyBy={row.replyBy} />
          {row.snoozedUntil !== null && <SnoozedUntil at={row.snoozedUntil} />}
          <Assignee person={row.assignee} hasName />
          <span className={styles.tags}>
            <TagChips tags={row.tags} />
          </span>
        </div>
      </div>
      <div role="toolbar" aria-label={t('thread.actions')} className={styles.actions}>
        {markControlNames
          .filter((name) => canBeMarked(name, row))
          .map((name) => {
            const { icon, iconOfSet, pressed } = markControls[name];
            const marked = isMarked(name, row);
            const Icon = marked ? iconOfSet : icon;
            return (
              <IconButton
                key={name}
                label={t(`marks.${name}.${marked ? 'unset' : 'set'}`)}
                hint={getHint(`mark.${name}`)}
                pressed={pressed ? marked : undefined}
                onClick={() => marking.toggle(name, row)}
              >
                <Icon size={18} stroke={1.75} data-mark={marked ? name : undefined} />
              </IconButton>
            );
          })}
        <SnoozeButton
          isOpen={isSnoozing}
          onOpen={(isOpen) => session.setState({ snoozingLead: isOpen ? row.leadID : null })}
          canWake={row.snoozedUntil !== null}
          onSnooze={(until) => marking.snooze(row, until)}
        />
        {isInTeam && (
          <IconButton
            label={t('assign.set')}
            hint={getHint('assign')}
            onClick={() => assigneePicker.setState({ open: row.leadID, hasNote: false })}
          >
            <IconUserPlus size={18} stroke={1.75} />
          </IconButton>
        )}
        <IconButton
          label={t('notes.add')}
          hint={getHint('addNote')}
          onClick={() => noting.getState().write(row.leadID)}
        >
          <IconNote size={18} stroke={1.75} />
        </IconButton>
        <IconButton
          label={showsFacts ? t('thread.hideFacts') : t('thread.showFacts')}
          expanded={showsFacts}
          onClick={onFacts}
        >
          <IconLayoutSidebarRight size={18} stroke={1.75} />
        </IconButton>
      </div>
    </header>
  );
};

/** True if a dialog or menu above the details handles the key; it may have closed already. */
const isForDialog = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('dialog, [role="menu"]') !== null;

type OverlayProps = { readonly details: LeadDetails; readonly onClose: () => void };

/** The lead's details over the conversation, where there is no room next to it. Escape closes them. */
const FactsOverlay = ({ details, onClose }: OverlayProps) => {
  useFocusBack();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isForDialog(event)) return;
      event.preventDefault();
      onClose();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [onClose]);
  return (
    <div className={styles.facts} data-laid>
      <Facts details={details} onNavigate={onClose} />
    </div>
  );
};

export const Thread = ({ width }: { readonly width: LayoutWidth }) => {
  const { t } = useTranslation();
  const state = useConversation((conversation) => conversation.state);
  const error = useConversation((conversation) => conversation.error);
  const details = useConversation((conversation) => conversation.details);
  const startCount = useConversation((conversation) => conversation.startCount);
  const refetch = useConversation((conversation) => conversation.refetch);
  const isSlow = useLate(state === 'loading');
  const [isDocked, setDocked] = useRememberedChoice('facts.shown', true);
  const [isOverlaid, setOverlaid] = useState(false);
  const closeOverlay = useCallback(() => setOverlaid(false), []);
  const showsFacts = width === 'full' ? isDocked : isOverlaid;

  if (state === 'failed' && error !== null)
    return (
      <section className={styles.thread}>
        <FailureBox error={error} className={styles.failed} retry={() => void refetch()} />
      </section>
    );
  if (details === null || isSlow)
    return isSlow ? <Skeleton /> : <section className={styles.thread} />;
  return (
    <>
      <section
        className={styles.thread}
        aria-label={t('thread.pane')}
        data-lead={details.row.leadID}
      >
        <Header
          details={details}
          width={width}
          showsFacts={showsFacts}
          onFacts={() => (width === 'full' ? setDocked(!isDocked) : setOverlaid(!isOverlaid))}
        />
        <Notice details={details} />
        <MatchBar leadID={details.row.leadID} />
        <Conversation key={`${details.row.leadID} ${startCount}`} details={details} />
        <MessageAnnouncer />
        <NoteField details={details} />
        <Composer key={`composer-${details.row.leadID}`} details={details} />
      </section>
      {showsFacts && width === 'full' && (
        <div className={styles.facts}>
          <Facts details={details} />
        </div>
      )}
      {showsFacts && width !== 'full' && <FactsOverlay details={details} onClose={closeOverlay} />}
    </>
  );
};
