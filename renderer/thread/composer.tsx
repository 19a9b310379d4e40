/**
 * Where replies are written. What is typed goes to the drafts, which keep it safe; sending, and the
 * text that comes back after an undo, go through there as well. Typing draws nothing but this.
 */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { LeadDetails } from '../../contract/records.ts';
import { useDrafts, useSession, useStores } from '../state/stores.ts';
import { Problem } from '../ui/problem.tsx';
import { longestReply, nearLimit } from './limits.ts';
import { warningsOf } from './warnings.ts';
import styles from './composer.module.css';

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
  const left = longestReply - text.trim().length;
  return (
    <div id="composer-hints" className={styles.hints}>
      {left < nearLimit && (
        <p className="tabular" role="status" data-over={left < 0}>
          {left < 0 ? t('composer.tooLong', { count: -left }) : t('composer.left', { count: left })}
        </p>
      )}
      {unsaved && text !== '' && <p role="status">{t('composer.unsaved')}</p>}
    </div>
  );
};

export const Composer = ({ details }: { readonly details: LeadDetails }) => {
  const { t } = useTranslation();
  const { drafts, replying } = useStores();
  const { leadID, availability, customerName } = details.row;
  const text = useDrafts((state) => state.texts[leadID] ?? '');
  const calls = useSession((state) => state.composerCalls);
  const [error, setError] = useState<Failure | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [answered, setAnswered] = useState(calls);

  useEffect(() => {
    if (calls === answered) return;
    const input = field.current;
    if (input === null) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);

    setAnswered(calls);
  }, [calls, answered]);

  const length = text.trim().length;
  const sendable = length > 0 && length <= longestReply;
  const send = async (): Promise<void> => {
    if (sendable) setError(await replying.send(leadID));
    field.current?.focus();
  };
  const keyed = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
    if (event.key === 'Escape') document.getElementById('lead-list')?.focus();
  };

  if (availability !== 'here')
    return <p className={styles.closed}>{t(`composer.closed.${availability}`)}</p>;
  return (
    <div className={styles.composer}>
      {error !== null && <Problem error={error} />}
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
          <Button
            variant="filled"
            disabled={!sendable}
            rightSection={<kbd className={styles.keys}>{sendKeys}</kbd>}
            onClick={() => void send()}
          >
            {t('composer.send')}
          </Button>
        </div>
      </div>
    </div>
  );
};

const sendKeys = navigator.userAgent.includes('Mac') ? '⌘ Enter' : 'Ctrl+Enter';
