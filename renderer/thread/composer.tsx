/** The composer. Its text lives in the drafts store, and typing renders nothing else. */
import { IconAlertTriangle } from '@tabler/icons-react';
import {
  Fragment,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Failure } from '../../contract/errors.ts';
import { maxReplyLength } from '../../contract/limits.ts';
import type { SavedReply } from '../../contract/commands/saved-replies.ts';
import type { LeadDetails } from '../../contract/records.ts';
import { isReplyText, pickerCharacter } from '../../contract/reply-text.ts';
import { gapsIn, type Range, type Values, valuesOf } from '../../contract/template.ts';
import { useActions } from '../platform/actions.ts';
import { typeInto } from '../leads/inserting.ts';
import { useReplyLanguage } from '../leads/use-reply-language.ts';
import { pinnedFor, repliesFor, withoutOfferedTime } from '../leads/saved-replies.ts';
import { sendKey, type SendWay } from '../leads/send-keys.ts';
import { wayOf } from './send-ways.ts';
import { useDrafts } from '../leads/stores.ts';
import { useMember } from '../leads/team.ts';
import { useSession } from '../platform/stores.ts';
import { useThreadStores } from './stores.ts';
import { useAnswer, useSettings } from '../platform/use-answer.ts';
import { useFocusNextComposer, useRequestedFocus } from './requested-focus.ts';
import { PinnedReplies } from './pinned-replies.tsx';
import { useLate } from '../ui/late.ts';
import { ClaimNotice, LeadActivity } from './colleagues.tsx';
import { SendFailure } from './send-failure.tsx';
import { SendButton } from './send-button.tsx';
import { useSlash } from './use-slash.ts';
import { warningsOf } from './warnings.ts';
import { onDemand } from '../ui/lazily.tsx';
import styles from './composer.module.css';

const SendLater = onDemand(() => import('./send-later.tsx'), 'SendLater');
const RepliesElsewhere = onDemand(() => import('./replies-elsewhere.tsx'), 'RepliesElsewhere');
const ReplyPicker = onDemand(() => import('./reply-picker.tsx'), 'ReplyPicker');

/** Below this many remaining characters, their number is shown. */
const nearLimit = 1_000;

const Warnings = ({ text }: { readonly text: string }) => {
  const { t, i18n } = useTranslation();
  const warnings = warningsOf(text);
  if (warnings.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (
    <p className={styles.warning} role="status">
      <IconAlertTriangle size={14} aria-hidden />
      {t('composer.warning', {
        what: list.format(warnings.map((warning) => t(`composer.warns.${warning}`))),
      })}
    </p>
  );
};

type HintsProps = {
  readonly text: string;
  readonly values: Values;
  readonly hasPinned: boolean;
};

const Hints = ({ text, values, hasPinned }: HintsProps) => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const unsaved = useDrafts((state) => state.unsaved);
  const isTryingKeys = useSession((state) => state.isTryingKeys);
  const isIgnored = useStore(useThreadStores().sendWays, (state) => state.isIgnored);
  const remaining = maxReplyLength - text.trim().length;
  const [gap] = gapsIn(text, values);
  return (
    <div id="composer-hints" className={styles.hints}>
      {remaining < nearLimit && (
        <p className="tabular" role="status" data-over={remaining < 0}>
          {remaining < 0
            ? t('composer.tooLong', { count: -remaining })
            : t('composer.left', { count: remaining })}
        </p>
      )}
      {gap !== undefined && (
        <p role="status" className={styles.gap}>
          {t('savedReply.gap', { gap: gap.text.replaceAll(/^[[{]+\s*|\s*[\]}]+$/g, '') })}
        </p>
      )}
      {isIgnored && <p role="status">{t('sendWays.leftOut')}</p>}
      {isTryingKeys && hasPinned && (
        <p>
          {t('composer.tryKeys', {
            pinned: hintOf('pinned.1').printed,
            send: sendKey,
          })}
        </p>
      )}
      {unsaved && text !== '' && <p role="status">{t('composer.unsaved')}</p>}
    </div>
  );
};

/** Highlights the gaps, in a layer behind the text of the field. */
const GapMarks = ({ text, values }: Pick<HintsProps, 'text' | 'values'>) => {
  const gaps = gapsIn(text, values);
  if (gaps.length === 0) return null;
  return (
    <div className={styles.gaps} aria-hidden>
      {gaps.map(({ start, text: gap }, index) => (
        <Fragment key={start}>
          {text.slice(gaps[index - 1]?.end ?? 0, start)}
          <mark>{gap}</mark>
        </Fragment>
      ))}
    </div>
  );
};

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
    const all = withoutOfferedTime(value?.replies ?? []);
    const fitting = repliesFor(all, row);
    return {
      all: [...fitting, ...all.filter((reply) => !fitting.includes(reply))],
      pinned: pinnedFor(all, row),
      isRead: value !== undefined,
      error: value === undefined ? error : null,
    };
  }, [value, error, row]);
};

const OpenComposer = ({ details: { row, request } }: { readonly details: LeadDetails }) => {
  const { hintOf } = useActions();
  const { t } = useTranslation();
  const { drafts, inserting, replying, savedReplying, sendWays, toasts } = useThreadStores();
  const canMoveOn = useStore(sendWays, (state) => state.canMoveOn);
  const opensNext = (useSettings()?.sendOpensNext ?? true) && canMoveOn;
  const { leadID, customerName } = row;
  const text = useDrafts((state) => state.texts[leadID] ?? '');
  const values = valuesOf(row);
  const [error, setError] = useState<Failure | null>(null);
  const [isLater, setLater] = useState(false);
  /** The text typed by the professional; null if the app has changed it since. */
  const [typedText, setTypedText] = useState<string | null>(null);
  if (typedText !== null && typedText !== text) setTypedText(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const replies = useReplies(row);
  const { mayDiffer } = useReplyLanguage(row);
  const hasLanguages =
    (mayDiffer && request.booking === null && request.proposedTimes.length > 0) ||
    replies.all.some(({ variants }) => variants !== undefined);
  const { slash, found, chosen, close, ...choosing } = useSlash(replies.all);
  const triggerLength = slash === null ? 0 : slash.query.length + 1;
  useRequestedFocus(leadID, field, setTypedText);
  useFocusNextComposer(field);
  const write = useCallback(
    (written: string): void => {
      close();
      setTypedText(written);
      drafts.getState().type(leadID, written);
    },
    [close, drafts, leadID],
  );
  useLayoutEffect(
    () =>
      field.current === null
        ? undefined
        : inserting.attach(leadID, { field: field.current, write, triggerLength }),
    [inserting, leadID, write, triggerLength],
  );

  const isInTeam = useMember() !== null;
  // Skimmed leads make no requests of the team.
  const hasStayed = useLate(isInTeam, 300);
  const activity = useAnswer('team.around', { leadID }, hasStayed).value ?? null;
  const claim = activity?.claim ?? null;
  const [writesAnyway, setWritesAnyway] = useState(false);
  const isClaimed = claim !== null && text === '' && !writesAnyway;
  const length = text.trim().length;
  const isPickerQuery = slash !== null && text.trim() === pickerCharacter + slash.query;
  const isSendable = isReplyText(text) && !isPickerQuery;
  /** Selects the first gap from a position on; false if there is none. */
  const selectGap = (from: number): boolean => {
    const gap = gapsIn(text, values).find(({ start }) => start >= from);
    if (gap !== undefined) field.current?.setSelectionRange(gap.start, gap.end);
    return gap !== undefined;
  };
  /** Reports a failure in a toast if this composer is gone. */
  const reportIfGone = (failure: Failure | null): Failure | null => {
    if (failure !== null && field.current === null) {
      const what = { code: failure.code, attempted: 'send', customer: customerName } as const;
      toasts.getState().show({ kind: 'failed', ...what });
    }
    return failure;
  };
  const send = async (way: SendWay, anyway = false): Promise<void> => {
    // Now, because the focus may be elsewhere when the engine answers.
    field.current?.focus();
    if (selectGap(0) || !isSendable) return;
    setError(reportIfGone(await sendWays.getState().send(row, way, anyway)));
  };
  const insert = (reply: SavedReply): void => savedReplying.insert(row, reply);
  const remove = (typed: Range): void => {
    if (field.current !== null) typeInto(field.current, write, typed, '');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const way = wayOf(event.nativeEvent, opensNext);
    const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (way !== null) {
      event.preventDefault();
      void send(way);
    } else if (isPlain && choosing.handleKey(event, insert, remove)) event.preventDefault();
    else if (isPlain && event.key === 'Tab' && selectGap(event.currentTarget.selectionEnd))
      event.preventDefault();
    else leaveOnEscape(event);
  };

  return (
    <div className={styles.composer}>
      {error !== null && <SendFailure error={error} onAnyway={() => void send('stay', true)} />}
      {hasStayed && <RepliesElsewhere leadID={leadID} />}
      <LeadActivity activity={activity} isClaimed={isClaimed} />
      {isClaimed && (
        <ClaimNotice
          claim={claim}
          onWrite={() => {
            setWritesAnyway(true);
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
            readOnly={isClaimed}
            data-touched={typedText === text ? true : undefined}
            aria-label={t('composer.label', { name: customerName || t('list.unnamed') })}
            aria-describedby="composer-hints"
            aria-keyshortcuts={hintOf('reply').spoken}
            aria-invalid={length > maxReplyLength}
            aria-controls={slash !== null && found.length > 0 ? 'saved-replies' : undefined}
            aria-activedescendant={
              slash !== null && found.length > 0 ? `saved-replies-${chosen}` : undefined
            }
            placeholder={t('composer.placeholder')}
            onChange={({ currentTarget: { value, selectionStart } }) => {
              choosing.onType(text, value, selectionStart);
              // Writing on means that the colleague's answer, which stopped the reply, was seen.
              if (error?.code === 'colleague_answered') {
                drafts.getState().see(leadID);
                setError(null);
              }
              setTypedText(value);
              drafts.getState().type(leadID, value);
            }}
            onSelect={({ currentTarget: { value, selectionStart } }) =>
              choosing.onMove(value, selectionStart)
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
            onLater={() => setLater(!selectGap(0))}
            onClose={() => field.current?.focus()}
          />
        </div>
      </div>
      {isLater && (
        <SendLater
          name={customerName || t('list.unnamed')}
          onLater={async (later) => reportIfGone(await replying.send(leadID, later))}
          onClose={() => {
            setLater(false);
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
