/**
 * What was just done on a page, at the bottom left as the toasts, and the way back. It goes by
 * itself, but not from under a hand.
 */
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import styles from './ui.module.css';

/** How long a notice stays with a way back, and without. */
const undoableMs = 20_000;
const saidMs = 6_000;

export type Notice = {
  /** Another key is another notice. */
  readonly key: string;
  readonly what: string;
  readonly text: string;
  readonly undo?: (() => void) | undefined;
  /** What was at hand is gone, and the focus with it: the way back is the next thing at hand. */
  readonly takesFocus?: boolean;
  /** Stays until it is closed. */
  readonly stays?: boolean;
};

type Props = {
  readonly label: string;
  readonly notice: Notice | null;
  readonly onClose: () => void;
};

export const NoticeLine = ({ label, notice, onClose }: Props) => {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const { key = null, takesFocus = false, stays = false } = notice ?? {};
  const isUndoable = notice?.undo !== undefined;
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (takesFocus) (back.current ?? section.current)?.focus();
    if (key === null || stays) return;
    const timer = setInterval(
      () => {
        if (section.current?.matches(':hover, :focus-within') !== true) close.current();
      },
      isUndoable ? undoableMs : saidMs,
    );
    return () => clearInterval(timer);
  }, [key, takesFocus, stays, isUndoable]);
  return (
    <section ref={section} tabIndex={-1} aria-label={label} className={styles.notices}>
      <p role="status" className="hidden-visually">
        {notice?.text}
      </p>
      {notice !== null && (
        <div key={notice.key} className={styles.toast} data-notice={notice.what}>
          <span className="tabular" aria-hidden>
            {notice.text}
          </span>
          {notice.undo !== undefined && (
            <Button
              ref={back}
              variant="link"
              h={26}
              px={8}
              onClick={() => {
                // The button goes; what comes of it is said in the same place.
                section.current?.focus();
                notice.undo?.();
              }}
            >
              {t('common.undo')}
            </Button>
          )}
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={14} />
          </IconButton>
        </div>
      )}
    </section>
  );
};
