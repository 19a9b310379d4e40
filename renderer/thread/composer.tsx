/**
 * Where replies are written. What is typed goes to the drafts, which keep it safe; sending, and the
 * text that comes back after an undo, go through there as well. Typing draws nothing but this.
 */
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Failure } from '../../contract/errors.ts';
import { longestReply } from '../../contract/limits.ts';
import type { LeadDetails } from '../../contract/records.ts';
import { wayOf, type SendWay } from '../state/send-ways.ts';
import { useDrafts, useStores } from '../state/stores.ts';
import { useSettings } from '../state/use-settings.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { useAnswerCall, useCallForNext } from './called.ts';
import { SendButton } from './send-button.tsx';
import { warningsOf } from './warnings.ts';
import styles from './composer.module.css';

const SendLater = lazy(async () => ({ default: (await import('./send-later.tsx')).SendLater }));

/** From here on what is left is counted. */
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

const Hints = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation();
  const unsaved = useDrafts((state) => state.unsaved);
  const isLeftOut = useStore(useStores().sendWays, (state) => state.isLeftOut);
  const left = longestReply - text.trim().length;
  return (
    <div id="composer-hints" className={styles.hints}>
      {left < nearLimit && (
        <p className="tabular" role="status" data-over={left < 0}>
          {left < 0 ? t('composer.tooLong', { count: -left }) : t('composer.left', { count: left })}
        </p>
      )}
      {isLeftOut && <p role="status">{t('sendWays.leftOut')}</p>}
      {unsaved && text !== '' && <p role="status">{t('composer.unsaved')}</p>}
    </div>
  );
};

const leave = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') document.getElementById('lead-list')?.focus();
};

/** In place of the composer of a lead that cannot be answered: keys that were meant for it end here. */
const Closed = ({ row }: { readonly row: LeadDetails['row'] }) => {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useAnswerCall(row.leadID, place);
  if (row.availability === 'here') return null;
  return (
    // It takes the focus from the keyboard, as the field does that would be here.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={place}
      id="composer"
      role="note"
      tabIndex={-1}
      className={styles.closed}
      onKeyDown={leave}
    >
      {t(`composer.closed.${row.availability}`)}
    </div>
  );
};

const Open = ({ row }: { readonly row: LeadDetails['row'] }) => {
  const { t } = useTranslation();
  const { drafts, inserting, replying, sendWays } = useStores();
  const opensNext = useSettings()?.sendOpensNext ?? true;
  const { leadID, customerName } = row;
  const text = useDrafts((state) => state.texts[leadID] ?? '');
  const [error, setError] = useState<Failure | null>(null);
  const [isLater, setLater] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useAnswerCall(leadID, field);
  useCallForNext(field);
  useLayoutEffect(
    () =>
      field.current === null
        ? undefined
        : inserting.attach(leadID, field.current, (written) =>
            drafts.getState().type(leadID, written),
          ),
    [inserting, drafts, leadID],
  );

  const length = text.trim().length;
  const sendable = length > 0 && length <= longestReply;
  const send = async (way: SendWay): Promise<void> => {
    // At once: when the answer comes, the hands may be somewhere else.
    field.current?.focus();
    if (sendable) setError(await sendWays.getState().send(row, way));
  };
  const keyed = (event: KeyboardEvent): void => {
    const way = wayOf(event.nativeEvent, opensNext);
    if (way !== null) {
      event.preventDefault();
      void send(way);
    }
    leave(event);
  };

  return (
    <div className={styles.composer}>
      {error !== null && <FailureBox error={error} />}
      <div className={styles.box}>
        <textarea
          ref={field}
          id="composer"
          rows={1}
          value={text}
          aria-label={t('composer.label', { name: customerName || t('list.unnamed') })}
          aria-describedby="composer-hints"
          aria-keyshortcuts="R"
          aria-invalid={length > longestReply}
          placeholder={t('composer.placeholder')}
          onChange={(event) => drafts.getState().type(leadID, event.currentTarget.value)}
          onBlur={() => drafts.getState().flush()}
          onKeyDown={keyed}
        />
        <div className={styles.foot}>
          <Warnings text={text} />
          <Hints text={text} />
          <SendButton
            opensNext={opensNext}
            disabled={!sendable}
            onSend={(way) => void send(way)}
            onLater={() => setLater(true)}
            onClose={() => field.current?.focus()}
          />
        </div>
      </div>
      {isLater && (
        <Suspense>
          <SendLater
            name={customerName || t('list.unnamed')}
            onLater={(later) => replying.send(leadID, later)}
            onClose={() => {
              setLater(false);
              field.current?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
};

export const Composer = ({ details: { row } }: { readonly details: LeadDetails }) =>
  row.availability === 'here' ? <Open row={row} /> : <Closed row={row} />;
