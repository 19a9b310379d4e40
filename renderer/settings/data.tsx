/** What becomes of the data: export, backup, restore, and what support may ask for. */
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import { exportView } from '../state/exporting.ts';
import { useStores } from '../state/stores.ts';
import { useAnswer } from '../state/use-answer.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { dateAndTime, wholeNumber } from '../ui/format.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import own from './data.module.css';

type Chosen = NonNullable<CommandOutput<'files.chooseBackup'>>;

const Contents = ({ chosen }: { readonly chosen: Chosen }) => {
  const { t, i18n } = useTranslation('data');
  const { madeAt, madeBy, counts } = chosen.preview;
  const number = (count: number): string => wholeNumber(count, i18n.language);
  return (
    <>
      <p>
        <bdi className={own.name}>{chosen.name}</bdi>
      </p>
      <p>{t('madeAt', { time: dateAndTime(madeAt, i18n.language), version: madeBy })}</p>
      <p className={own.counts}>
        {t('contains', {
          leads: number(counts.leads),
          messages: number(counts.messages),
          notes: number(counts.notes),
          drafts: number(counts.drafts),
          savedReplies: number(counts.savedReplies),
        })}
      </p>
      <p className={own.what}>{t('restoreWhat')}</p>
    </>
  );
};

const Restore = ({ isBusy }: { readonly isBusy: boolean }) => {
  const { t } = useTranslation('data');
  const { bridge } = useStores();
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [reading, setReading] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const choose = async (): Promise<void> => {
    setReading(true);
    setError(null);
    const answer = await bridge.invoke('files.chooseBackup', {});
    setReading(false);
    if (!answer.ok) return setError(answer.error);
    if (answer.value === null) return;
    setChosen(answer.value);
    dialog.current?.showModal();
  };
  const restore = async (): Promise<void> => {
    const answer = await bridge.invoke('files.restore', {});
    if (!answer.ok) setError(answer.error);
    dialog.current?.close();
  };
  return (
    <>
      <SettingRow name="restore">
        {() => (
          <BusyButton variant="default" busy={isBusy || reading} onClick={() => void choose()}>
            {reading ? t('reading') : t('restoreAction')}
          </BusyButton>
        )}
      </SettingRow>
      {error !== null && (
        <div className={styles.failed}>
          <FailureBox error={error} />
        </div>
      )}
      <Dialog
        ref={dialog}
        title={t('restoreTitle')}
        action={<Button onClick={() => void restore()}>{t('restoreStart')}</Button>}
      >
        {chosen !== null && <Contents chosen={chosen} />}
      </Dialog>
    </>
  );
};

const Diagnostics = () => {
  const { t } = useTranslation('data');
  const { bridge } = useStores();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<Failure | null>(null);
  const read = async (): Promise<void> => {
    const answer = await bridge.invoke('diagnostics.read', {});
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setText(answer.value.text);
    dialog.current?.showModal();
  };
  const save = async (): Promise<void> => {
    const answer = await bridge.invoke('diagnostics.save', {});
    if (!answer.ok) return setError(answer.error);
    if (answer.value.saved) dialog.current?.close();
  };
  return (
    <>
      <SettingRow name="diagnostics">
        {() => (
          <Button variant="default" onClick={() => void read()}>
            {t('diagnosticsAction')}
          </Button>
        )}
      </SettingRow>
      <Dialog
        ref={dialog}
        title={t('diagnosticsTitle')}
        error={error}
        action={<Button onClick={() => void save()}>{t('diagnosticsSave')}</Button>}
      >
        <p>{t('diagnosticsNote')}</p>
        {/* It is scrolled by the keyboard too. */}
        <textarea className={own.text} readOnly value={text} aria-label={t('diagnosticsTitle')} />
      </Dialog>
    </>
  );
};

export const Data = () => {
  const { t } = useTranslation('data');
  const stores = useStores();
  const isBusy = useAnswer('files.work', {}).value?.work?.state === 'running';
  const [error, setError] = useState<Failure | null>(null);
  const backUp = async (): Promise<void> => {
    const answer = await stores.bridge.invoke('files.backUp', {});
    setError(answer.ok ? null : answer.error);
  };
  return (
    <>
      <SettingRow name="export">
        {() => (
          <>
            {(['leads', 'messages', 'json'] as const).map((format) => (
              <BusyButton
                key={format}
                variant="default"
                busy={isBusy}
                onClick={() => void exportView(stores, format)}
              >
                {t(format)}
              </BusyButton>
            ))}
          </>
        )}
      </SettingRow>
      <SettingRow name="backup">
        {() => (
          <BusyButton variant="default" busy={isBusy} onClick={() => void backUp()}>
            {t('backupAction')}
          </BusyButton>
        )}
      </SettingRow>
      {error !== null && (
        <div className={styles.failed}>
          <FailureBox error={error} />
        </div>
      )}
      <Restore isBusy={isBusy} />
      <Diagnostics />
    </>
  );
};
