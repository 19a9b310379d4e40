/** What was just done, over the foot of the list, with the seconds in which it can be undone. */
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { hintOf } from '../actions/registry.ts';
import { useLeads, useSession, useToasts } from '../state/stores.ts';
import { othersSending, shownOf, type Said, type Toast } from '../state/toasts.ts';
import { IconButton } from './icon-button.tsx';
import { useSecondsLeft } from './time-words.ts';
import styles from './ui.module.css';

const nameOf = (to: string | undefined, t: TFunction): string => to || t('list.unnamed');

/** In the middle of a sentence. */
const deedWords = (said: Said, t: TFunction): string =>
  said.what === 'done' ? said.words(t) : t('toasts.reply', { name: nameOf(said.to, t) });

const failureWords = (said: Extract<Said, { what: 'failed' }>, t: TFunction): string => {
  const { tried, code, to, deed } = said;
  const [what, means] = [t(`errors.${code}.what`), t(`errors.${code}.means`)];
  if (tried === undefined) return `${what} ${means}`;
  if (tried === 'undo' && deed === undefined) return `${what} ${means}`;
  const name = nameOf(to, t);
  return `${t(`toasts.could.${tried}`, { name, deed: deed && deedWords(deed, t) })} ${what}`;
};

/** What is read out, once and without the running seconds. */
const spokenWords = (said: Said, t: TFunction): string =>
  said.what === 'failed'
    ? failureWords(said, t)
    : said.what === 'done'
      ? said.words(t)
      : t('toasts.sendingSoon', { name: nameOf(said.to, t) });

const Countdown = ({ toast, to }: { readonly toast: Toast; readonly to: string }) => {
  const { t } = useTranslation();
  const seconds = Math.max(1, useSecondsLeft(toast.until));
  return t('toasts.sending', { name: nameOf(to, t), seconds });
};

const Others = ({ count }: { readonly count: number }) => {
  const { t } = useTranslation();
  const show = useLeads((state) => state.show);
  const go = useSession((state) => state.go);
  if (count === 0) return null;
  return (
    <Button
      variant="link"
      h={26}
      px={8}
      title={t('toasts.showOutgoing')}
      onClick={() => {
        go('inbox');
        void show({ view: 'outgoing', business: null, query: '' });
      }}
    >
      {t('toasts.others', { more: count })}
    </Button>
  );
};

const ToastItem = ({ toast, others }: { readonly toast: Toast; readonly others: number }) => {
  const { t } = useTranslation();
  const close = useToasts((state) => state.close);
  const isInbox = useSession((state) => state.screen === 'inbox');
  const { said, undo } = toast;
  const undoHint = hintOf('undo');
  return (
    <li className={styles.toast} data-said={said.what}>
      <span className="tabular">
        {said.what === 'sending' ? (
          <Countdown toast={toast} to={said.to} />
        ) : said.what === 'done' ? (
          said.words(t)
        ) : (
          failureWords(said, t)
        )}
      </span>
      <Others count={others} />
      {undo !== null && (
        <Button
          variant="link"
          h={26}
          px={8}
          aria-keyshortcuts={undoHint.spoken}
          rightSection={isInbox ? <kbd aria-hidden>{undoHint.printed}</kbd> : undefined}
          onClick={undo}
        >
          {t('common.undo')}
        </Button>
      )}
      {said.what !== 'sending' && (
        <IconButton label={t('common.close')} onClick={() => close(toast.id)}>
          <IconX size={14} />
        </IconButton>
      )}
    </li>
  );
};

export const Toasts = () => {
  const { t } = useTranslation();
  const toasts = useToasts((state) => state.toasts);
  const last = useToasts((state) => state.last);
  const shown = shownOf(toasts);
  return (
    <section aria-label={t('toasts.label')} className={styles.toasts}>
      <ul>
        {shown !== undefined && (
          <ToastItem key={shown.id} toast={shown} others={othersSending(toasts)} />
        )}
      </ul>
      <div role="status" className="hidden-visually">
        {last !== null && toasts.includes(last) && (
          <span key={last.id}>{spokenWords(last.said, t)}</span>
        )}
      </div>
    </section>
  );
};
