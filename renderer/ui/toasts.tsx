/** What was just done, over the foot of the list, with the seconds in which it can be undone. */
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../state/stores.ts';
import type { Toast } from '../state/toasts.ts';
import { IconButton } from './icon-button.tsx';
import { useSecondsLeft } from './time-words.ts';
import styles from './ui.module.css';

const ToastItem = ({ toast }: { readonly toast: Toast }) => {
  const { t } = useTranslation();
  const close = useToasts((state) => state.close);
  const seconds = useSecondsLeft(toast.until);
  const { said, undo } = toast;
  const text =
    said.what === 'failed'
      ? said.to !== undefined
        ? `${t('toasts.notSentTo', { name: said.to })} ${t(`errors.${said.code}.what`)}`
        : `${t(`errors.${said.code}.what`)} ${t(`errors.${said.code}.means`)}`
      : said.what === 'sending'
        ? t('toasts.sending', { seconds })
        : said.what === 'noted'
          ? t(`notes.did.${said.did}`)
          : t(`marks.${said.mark}.${said.value ? 'wasSet' : 'wasUnset'}`);
  return (
    <li className={styles.toast} data-said={said.what}>
      {/* The counting number is for the eyes; a screen reader hears the sentence once. */}
      <span className="tabular">{text}</span>
      {undo !== null && (
        <Button variant="link" h={26} px={8} onClick={undo}>
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

/** Says each toast once to a screen reader, without its running seconds. */
const Spoken = ({ toast }: { readonly toast: Toast | undefined }) => {
  const { t } = useTranslation();
  if (toast === undefined) return null;
  const { said } = toast;
  if (said.what === 'failed') return t(`errors.${said.code}.what`);
  if (said.what === 'sending') return t('message.queued');
  if (said.what === 'noted') return t(`notes.did.${said.did}`);
  return t(`marks.${said.mark}.${said.value ? 'wasSet' : 'wasUnset'}`);
};

export const Toasts = () => {
  const { t } = useTranslation();
  const toasts = useToasts((state) => state.toasts);
  return (
    <section aria-label={t('toasts.label')} className={styles.toasts}>
      <ul>
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </ul>
      <div role="status" className="hidden-visually">
        <Spoken toast={toasts.at(-1)} />
      </div>
    </section>
  );
};
