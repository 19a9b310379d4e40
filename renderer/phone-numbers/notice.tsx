/** What was just done to a number, and the way back. It goes by itself, but not from under a hand. */
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../state/phone-numbers.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { national } from './national.ts';
import { useRefusalWords } from './refusal.tsx';
import styles from './phone-numbers.module.css';

/** A deleted row takes the focus with it: the way back is the next thing at hand. */
const focusOnce = (button: HTMLButtonElement | null): void => button?.focus();

/** How long a notice stays with a way back, and without. */
const undoableMs = 20_000;
const saidMs = 6_000;

type Props = { readonly notice: Notice | null; readonly onClose: () => void };

export const NoticeLine = ({ notice, onClose }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const { t: common } = useTranslation();
  const words = useRefusalWords();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (notice === null || notice.what === 'failed') return;
    const timer = setInterval(
      () => {
        if (section.current?.matches(':hover, :focus-within') !== true) onClose();
      },
      'undo' in notice ? undoableMs : saidMs,
    );
    return () => clearInterval(timer);
  }, [notice, onClose]);
  const number = notice === null ? '' : national(notice.entry.phoneNumber);
  const text =
    notice === null
      ? ''
      : notice.what === 'failed'
        ? t('notice.failed', { number, ...words(notice.error.code) })
        : t(`notice.${notice.what}`, { number });
  return (
    <section ref={section} tabIndex={-1} aria-label={t('notice.label')} className={styles.notices}>
      <p role="status" className="hidden-visually">
        {text}
      </p>
      {notice !== null && (
        <div
          key={`${notice.what} ${notice.entry.phoneNumber}`}
          className={styles.notice}
          data-notice={notice.what}
        >
          <span className="tabular" aria-hidden>
            {text}
          </span>
          {'undo' in notice && (
            <Button
              ref={notice.what === 'deleted' ? focusOnce : undefined}
              variant="link"
              h={26}
              px={8}
              onClick={() => {
                // The button goes; what comes of it is said in the same place.
                section.current?.focus();
                void notice.undo();
              }}
            >
              {common('common.undo')}
            </Button>
          )}
          <IconButton label={t('notice.close')} onClick={onClose}>
            <IconX size={14} />
          </IconButton>
        </div>
      )}
    </section>
  );
};
