/** The composer. Its text lives in the drafts store, and typing renders nothing else. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Failure } from '../../contract/errors.ts';
import { maxReplyLength } from '../../contract/limits.ts';
import type { SavedReply } from '../../contract/commands/saved-replies.ts';
import type { LeadDetails, LeadID } from '../../contract/records.ts';
import { isReplyText, pickerCharacter } from '../../contract/reply-text.ts';
import { findGaps, type Range, buildValues } from '../../contract/template.ts';
import { useActions } from '../platform/actions.ts';
import { getPressedKey } from '../platform/keyboard.ts';
import { typeInto } from '../leads/inserting.ts';
import { useReplyLanguage } from '../leads/use-reply-language.ts';
import { listPinned, listReplies, omitOfferedTime } from '../leads/saved-replies.ts';
import type { SendWay } from '../leads/send-keys.ts';
import { findSendWay } from './send-ways.ts';
import { useDrafts } from '../leads/stores.ts';
import { useMember } from '../leads/team.ts';
import { useThreadStores } from './stores.ts';
import { useAnswer, useSettings } from '../platform/use-answer.ts';
import { useFocusNextComposer, useRequestedFocus } from './requested-focus.ts';
import { PinnedReplies } from './pinned-replies.tsx';
import { useLate } from '../ui/late.ts';
import { ClaimNotice, LeadActivity } from './colleagues.tsx';
import { GapMarks, Hints, Warnings } from './composer-hints.tsx';
import { SendFailure } from './send-failure.tsx';
import { SendButton } from './send-button.tsx';
import { useSlash } from './use-slash.ts';
import { loadOnDemand } from '../ui/lazily.tsx';
import styles from './composer.module.css';

const SendLater = loadOnDemand(() => import('./send-later.tsx'), 'SendLater');
const RepliesElsewhere = loadOnDemand(() => import('./replies-elsewhere.tsx'), 'RepliesElsewhere');
const ReplyPicker = loadOnDemand(() => import('./reply-picker.tsx'), 'ReplyPicker');

const leaveOnEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') document.getElementById('lead-list')?.focus();
};

/** Replaces the composer of a lead that cannot be answered, and takes the focus for it. */
const ClosedComposer = ({ row }: { readonly row: LeadDetails['row'] }) => {
  const { t } = useTranslation();
  const note = useRef<HTMLDivElement>(null);
  useRequestedFocus(row.leadID, note);
  if (row.availability === 'here') return null;
  return (
    // It takes the keyboard focus like the composer.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={note}
      id="composer"
      role="note"
      tabIndex={-1}
      className={styles.closed}
      onKeyDown={leaveOnEscape}
    >
      {t(`composer.closed.${row.availability}`)}
    </div>
  );
};

/** The saved replies, those for the lead first. */
const useReplies = (row: LeadDetails['row']) => {
  const { value, error } = useAnswer('savedReplies.list', {});
  return useMemo(() => {
    const all = omitOfferedTime(value?.replies ?? []);
    const fitting = listReplies(all, row);
    return {
      all: [...fitting, ...all.filter((reply) => !fitting.includes(reply))],
      pinned: listPinned(all, row),
      isRead: value !== undefined,
      error: value === undefined ? error : null,
    };
  }, [value, error, row]);
};

/** The draft. `isTyped`: its last change was made in this field. */
const useDraftText = (leadID: LeadID) => {
  const { drafts } = useThreadStores();
  const text = useDrafts((state) => state.texts[leadID] ?? '');
  const [typedText, setTypedText] = useState<string | null>(null);
  if (typedText !== null && typedText !== text) setTypedText(null);
  const type = useCallback(
    (typed: string): void => {
      setTypedText(typed);
      drafts.getState().type(leadID, typed);
    },
    [drafts, leadID],
  );
  return { text, isTyped: typedText === text, setTypedText, type };
};

/** The team's activity on the lead. A colleague's claim blocks an empty composer until `writeAnyway`. */
const useTeamActivity = (leadID: LeadID, isEmpty: boolean) => {
  const isInTeam = useMember() !== null;
  // Skimmed leads make no requests of the team.
  const hasStayed = useLate(isInTeam, 300);
  const activity = useAnswer('team.around', { leadID }, hasStayed).value ?? null;
  const [isClaimIgnored, setClaimIgnored] = useState(false);
  return {
    hasStayed,
    activity,
    claim: isEmpty && !isClaimIgnored ? (activity?.claim ?? null) : null,
    writeAnyway: () => setClaimIgnored(true),
  };
};

const OpenComposer = ({ details: { row, request } }: { readonly details: LeadDetails }) => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const { drafts, inserting, replying, savedReplying, scheduling, sendWays, toasts } =
    useThreadStores();
  const canMoveOn = useStore(sendWays, (state) => state.canMoveOn);
  const opensNext = (useSettings()?.sendOpensNext ?? true) && canMoveOn;
  const { leadID, customerName } = row;
  const { text, isTyped, setTypedText, type } = useDraftText(leadID);
  const values = buildValues(row);
  const [error, setError] = useState<Failure | null>(null);
  const [isLaterOpen, setLaterOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const replies = useReplies(row);
  const { mayDiffer } = useReplyLanguage(row);
  const hasLanguages =
    (mayDiffer && request.booking === null && request.proposedTimes.length > 0) ||
    replies.all.some(({ variants }) => variants !== undefined);
  const { slash, found, chosen, close, ...picker } = useSlash(replies.all);
  const triggerLength = slash === null ? 0 : slash.query.length + 1;
  useRequestedFocus(leadID, field, setTypedText);
  useFocusNextComposer(field);
  const write = useCallback(
    (written: string): void => {
      close();
      type(written);
    },
    [close, type],
  );
  useLayoutEffect(
    () =>
      field.current === null
        ? undefined
        : inserting.attach(leadID, { field: field.current, write, triggerLength }),
    [inserting, leadID, write, triggerLength],
  );

  const { hasStayed, activity, claim, writeAnyway } = useTeamActivity(leadID, text === '');
  const length = text.trim().length;
  const isPickerQuery = slash !== null && text.trim() === pickerCharacter + slash.query;
  const isSendable = isReplyText(text) && !isPickerQuery;
  /** Selects the first gap from a position on; false if there is none. */
  const selectGap = (from: number): boolean => {
    const gap = findGaps(text, values).find(({ start }) => start >= from);
    if (gap !== undefined) field.current?.setSelectionRange(gap.start, gap.end);
    return gap !== undefined;
  };
  const send = async (way: SendWay, anyway = false): Promise<void> => {
    // Now, because the focus may be elsewhere when the engine answers.
    field.current?.focus();
    if (selectGap(0) || !isSendable) return;
    const failure = await sendWays.getState().send(row, way, anyway);
    if (failure === null || field.current !== null) return setError(failure);
    // This composer is gone.
    const { code } = failure;
    toasts.getState().show({ kind: 'failed', code, attempted: 'send', customer: customerName });
  };
  const openLater = (): void => {
    field.current?.focus();
    setLaterOpen(!selectGap(0) && isSendable);
  };
  useLayoutEffect(() => {
    scheduling.setState({ open: openLater });
    return () => scheduling.setState({ open: null });
  });
  const insert = (reply: SavedReply): void => savedReplying.insert(row, reply);
  const remove = (typed: Range): void => {
    if (field.current !== null) typeInto(field.current, write, typed, '');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const way = findSendWay(event.nativeEvent, opensNext);
    const key = getPressedKey(event.nativeEvent);
    if (way !== null) {
      event.preventDefault();
      void send(way);
    } else if (key !== null && picker.handleKey(key, insert, remove)) event.preventDefault();
    else if (key === 'Tab' && selectGap(event.currentTarget.selectionEnd)) event.preventDefault();
    else leaveOnEscape(event);
  };

  return (
    <div className={styles.composer}>
      {error !== null && <SendFailure error={error} onAnyway={() => void send('stay', true)} />}
      {hasStayed && <RepliesElsewhere leadID={leadID} />}
      <LeadActivity activity={activity} isClaimed={claim !== null} />
      {claim !== null && (
        <ClaimNotice
          claim={claim}
          onWrite={() => {
            writeAnyway();
            field.current?.focus();
          }}
        />
      )}
      <div className={styles.box}>
        {slash !== null && (
          <ReplyPicker
            row={row}
            replies={replies.isRead ? found : null}
            error={replies.error}
            hasAny={replies.all.length > 0}
            chosen={chosen}
            onChoose={insert}
          />
        )}
        <PinnedReplies row={row} pinned={replies.pinned} hasLanguages={hasLanguages} />
        <div className={styles.field}>
          <GapMarks text={text} values={values} />
          <textarea
            ref={field}
            className={styles.writing}
            id="composer"
            rows={1}
            value={text}
            readOnly={claim !== null}
            data-touched={isTyped ? true : undefined}
            aria-label={t('composer.label', { name: customerName || t('list.unnamed') })}
            aria-describedby="composer-hints"
            aria-keyshortcuts={getHint('reply').spoken}
            aria-invalid={length > maxReplyLength}
            aria-controls={slash !== null && found.length > 0 ? 'saved-replies' : undefined}
            aria-activedescendant={
              slash !== null && found.length > 0 ? `saved-replies-${chosen}` : undefined
            }
            placeholder={t('composer.placeholder')}
            onChange={({ currentTarget: { value, selectionStart } }) => {
              picker.onType(text, value, selectionStart);
              // Writing on means that the colleague's answer, which stopped the reply, was seen.
              if (error?.code === 'colleague_answered') {
                drafts.getState().see(leadID);
                setError(null);
              }
              type(value);
            }}
            onSelect={({ currentTarget: { value, selectionStart } }) =>
              picker.onMove(value, selectionStart)
            }
            onBlur={() => {
              close();
              drafts.getState().flush();
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div className={styles.foot}>
          <Warnings text={text} />
          <Hints text={text} values={values} hasPinned={replies.pinned.length > 0} />
          <SendButton
            opensNext={opensNext}
            canMoveOn={canMoveOn}
            disabled={!isSendable}
            onSend={(way) => void send(way)}
            onLater={openLater}
            onClose={() => field.current?.focus()}
          />
        </div>
      </div>
      {isLaterOpen && (
        <SendLater
          name={customerName || t('list.unnamed')}
          onLater={(later) => replying.send(leadID, later)}
          onClose={() => {
            setLaterOpen(false);
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
};

export const Composer = ({ details }: { readonly details: LeadDetails }) =>
  details.row.availability === 'here' ? (
    <OpenComposer details={details} />
  ) : (
    <ClosedComposer row={details.row} />
  );
