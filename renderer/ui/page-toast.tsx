/** A page's message at the bottom left, with Undo. It expires, but not under the pointer or with the focus. */
import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import { LinkButton } from './link-button.tsx';
import styles from './ui.module.css';

const undoableMs = 20_000;
const plainMs = 6_000;

type Toast = {
  /** A different key replaces the toast. */
  readonly key: string;
  readonly what: string;
  readonly text: string;
  readonly undo?: (() => void) | undefined;
  /** Focuses Undo, because the focused element has disappeared. */
  readonly takesFocus?: boolean;
  readonly stays?: boolean;
};

type Props = {
  readonly label: string;
  readonly toast: Toast | null;
  readonly onClose: () => void;
};

export const PageToast = ({ label, toast, onClose }: Props) => {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const { key = null, takesFocus = false, stays = false } = toast ?? {};
  const isUndoable = toast?.undo !== undefined;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (takesFocus) (undoButton.current ?? section.current)?.focus();
    if (key === null || stays) return;
    const timer = setInterval(
      () => {
        if (section.current?.matches(':hover, :focus-within') !== true) close();
      },
      isUndoable ? undoableMs : plainMs,
    );
    return () => clearInterval(timer);
  }, [key, takesFocus, stays, isUndoable]);
  return (
    <section ref={section} tabIndex={-1} aria-label={label} className={styles.pageToast}>
      <p role="status" className="hidden-visually">
        {toast?.text}
      </p>
      {toast !== null && (
        <div key={toast.key} className={styles.toast} data-page-toast={toast.what}>
          <span className="tabular" aria-hidden>
            {toast.text}
          </span>
          {toast.undo !== undefined && (
            <LinkButton
              ref={undoButton}
              onClick={() => {
                // The button disappears, and the outcome is announced here.
                section.current?.focus();
                toast.undo?.();
              }}
            >
              {t('common.undo')}
            </LinkButton>
          )}
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={14} />
          </IconButton>
        </div>
      )}
    </section>
  );
};
