/** Creates the recovery code, which is shown once. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../ui/busy-button.tsx';
import { CopyCode } from '../ui/copy-code.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import styles from './team.module.css';
import { useRun } from './use-team.ts';

export const Recovery = () => {
  const { t } = useTranslation(['team', 'translation']);
  const dialog = useRef<HTMLDialogElement>(null);
  const [code, setCode] = useState('');
  const { busy, error, run } = useRun();
  const create = async (): Promise<void> => {
    const created = await run('team.recoveryCode', {});
    if (created === null) return;
    setCode(created.code);
    dialog.current?.showModal();
  };
  return (
    <section className={styles.section} aria-label={t('recovery.title')}>
      <h2>{t('recovery.title')}</h2>
      <div className={styles.card}>
        <div className={styles.row}>
          <div className={styles.about}>
            <div>{t('recovery.text')}</div>
            <p>{t('recovery.again')}</p>
          </div>
          <BusyButton busy={busy} onClick={() => void create()}>
            {t('recovery.action')}
          </BusyButton>
        </div>
        <FailureBox error={error} className={styles.part} />
      </div>
      <Dialog
        ref={dialog}
        title={t('recovery.title')}
        leave={t('translation:common.close')}
        onClose={() => setCode('')}
        action={null}
      >
        <p>{t('recovery.shown')}</p>
        <CopyCode text={code} label={t('recovery.code')} copyLabel={t('recovery.copy')} />
      </Dialog>
    </section>
  );
};
