/** Toasts at the bottom of the list: the last action, with the remaining seconds for undo. */
import { IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { findKey, useActions } from '../platform/actions.ts';
import { showInInbox } from '../leads/lead-records.ts';
import { useLeadStores } from '../leads/stores.ts';
import { useSession, useToasts } from '../platform/stores.ts';
import {
  countOtherSending,
  findVisibleToast,
  type ToastContent,
  type Toast,
} from '../platform/toasts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { createHint, type Hint } from '../platform/keyboard.ts';
import { useSecondsLeft } from '../ui/time-words.ts';
import styles from '../ui/ui.module.css';

const formatName = (customer: string | undefined, t: TFunction): string =>
  customer || t('list.unnamed');

/** Names an action within a sentence. */
const describeAction = (content: ToastContent, t: TFunction): string =>
  content.kind === 'done'
    ? content.getText(t)
    : t('toasts.reply', { name: formatName(content.customer, t) });

const describeFailure = (
  content: Extract<ToastContent, { kind: 'failed' }>,
  t: TFunction,
): string => {
  const { attempted, code, customer, undone } = content;
  const what = t(`errors.${code}.what`);
  if (attempted === undefined || (attempted === 'undo' && undone === undefined))
    return `${what} ${t(`errors.${code}.means`)}`;
  const name = formatName(customer, t);
  const action = undone && describeAction(undone, t);
  return `${t(`toasts.could.${attempted}`, { name, action })} ${what}`;
};

/** The text for screen readers, without the changing seconds. */
const describe = (content: ToastContent, undoKey: string | undefined, t: TFunction): string => {
  if (content.kind === 'failed') return describeFailure(content, t);
  if (content.kind === 'done') return content.getText(t);
  const sending = t('toasts.sendingSoon', { name: formatName(content.customer, t) });
  return undoKey === undefined ? sending : `${sending} ${t('toasts.pressUndo', { key: undoKey })}`;
};

/** Calls `onChange` when the focus or the focused field changes; returns a function that stops it. */
const followFocus = (onChange: () => void): (() => void) => {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, {
    subtree: true,
    // Removing a focused element fires no event.
    childList: true,
    attributeFilter: ['data-touched'],
  });
  document.addEventListener('focusin', onChange);
  document.addEventListener('focusout', onChange);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onChange);
    document.removeEventListener('focusout', onChange);
  };
};

/** The undo key at the current focus; undefined if only the button works. */
const useUndoHint = (): Hint | undefined => {
  const screen = useSession((state) => state.screen);
  const { find } = useActions();
  const key = useSyncExternalStore(followFocus, () =>
    findKey(find('undo'), screen, document.activeElement),
  );
  return key === null ? undefined : createHint([key]);
};

const Countdown = ({ toast, customer }: { readonly toast: Toast; readonly customer: string }) => {
  const { t } = useTranslation();
  const seconds = Math.max(1, useSecondsLeft(toast.expiresAt));
  return t('toasts.sending', { name: formatName(customer, t), seconds });
};

const Others = ({ count }: { readonly count: number }) => {
  const { t } = useTranslation();
  const stores = useLeadStores();
  if (count === 0) return null;
  return (
    <LinkButton
      title={t('toasts.showOutgoing')}
      onClick={() => showInInbox(stores, { view: 'outgoing', business: null, query: '' })}
    >
      {t('toasts.others', { more: count })}
    </LinkButton>
  );
};

const UndoButton = ({ onClick }: { readonly onClick: () => void }) => {
  const { t } = useTranslation();
  const hint = useUndoHint();
  return (
    <LinkButton
      aria-keyshortcuts={hint?.spoken}
      rightSection={hint && <kbd aria-hidden>{hint.printed}</kbd>}
      onClick={onClick}
    >
      {t('common.undo')}
    </LinkButton>
  );
};

const ToastItem = ({ toast, others }: { readonly toast: Toast; readonly others: number }) => {
  const { t } = useTranslation();
  const close = useToasts((state) => state.close);
  const { content, undo } = toast;
  return (
    <li className={styles.toast} data-toast={content.kind}>
      <span className="tabular">
        {content.kind === 'sending' ? (
          <Countdown toast={toast} customer={content.customer} />
        ) : (
          describe(content, undefined, t)
        )}
      </span>
      <Others count={others} />
      {undo !== null && <UndoButton onClick={undo} />}
      {content.kind !== 'sending' && (
        <IconButton label={t('common.close')} onClick={() => close(toast.id)}>
          <IconX size={14} />
        </IconButton>
      )}
    </li>
  );
};

/** Announced once, even if the focus changes the undo key. */
const Announced = ({ toast }: { readonly toast: Toast }) => {
  const { t } = useTranslation();
  const undoHint = useUndoHint();
  const [words] = useState(() => describe(toast.content, undoHint?.printed, t));
  return words;
};

export const Toasts = () => {
  const { t } = useTranslation();
  const toasts = useToasts((state) => state.toasts);
  const last = useToasts((state) => state.last);
  const shown = findVisibleToast(toasts);
  return (
    <section aria-label={t('toasts.label')} className={styles.toasts}>
      <ul>
        {shown !== undefined && (
          <ToastItem key={shown.id} toast={shown} others={countOtherSending(toasts)} />
        )}
      </ul>
      <div role="status" className="hidden-visually">
        {last !== null && toasts.includes(last) && <Announced key={last.id} toast={last} />}
      </div>
    </section>
  );
};
