/** Restoring a backup. The caller renders its button and any failure. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import { usePlatform } from '../platform/stores.ts';
import { Dialog } from './dialog.tsx';
import { formatDateAndTime, formatNumber } from '../platform/format.ts';
import styles from './data-dialogs.module.css';

type Chosen = NonNullable<CommandOutput<'files.chooseBackup'>>;

const Contents = ({ chosen }: { readonly chosen: Chosen }) => {
  const { t, i18n } = useTranslation('data');
  const { madeAt, madeBy, counts } = chosen.preview;
  const format = (count: number): string => formatNumber(count, i18n.language);
  return (
    <>
      <p>
        <bdi className={styles.name}>{chosen.name}</bdi>
      </p>
      <p>{t('madeAt', { time: formatDateAndTime(madeAt, i18n.language), version: madeBy })}</p>
      <p className={styles.counts}>
        {t('contains', {
          leads: format(counts.leads),
          messages: format(counts.messages),
          notes: format(counts.notes),
          drafts: format(counts.drafts),
          savedReplies: format(counts.savedReplies),
        })}
      </p>
    </>
  );
};

type QuestionProps = {
  readonly chosen: Chosen | null;
  readonly what: string;
  readonly onError: (error: Failure) => void;
};

/** Asks for confirmation after each choice of a file. */
const Question = ({ chosen, what, onError }: QuestionProps) => {
  const { t } = useTranslation('data');
  const { bridge } = usePlatform();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (chosen !== null) dialog.current?.showModal();
  }, [chosen]);
  const restore = async (): Promise<void> => {
    const answer = await bridge.invoke('files.restore', {});
    if (!answer.ok) onError(answer.error);
    dialog.current?.close();
  };
  return (
    <Dialog
      ref={dialog}
      title={t('restoreTitle')}
      action={
        <Button variant="filled" onClick={() => void restore()}>
          {t('restoreStart')}
        </Button>
      }
    >
      {chosen !== null && <Contents chosen={chosen} />}
      <p className={styles.what}>{what}</p>
    </Dialog>
  );
};

type Restoring = {
  readonly choose: () => void;
  readonly isReading: boolean;
  readonly error: Failure | null;
  /** The confirmation, rendered by the caller. */
  readonly question: ReactNode;
};

/** Chooses, previews and restores a backup. @param what explains the effect of restoring here */
export const useRestore = (what: string): Restoring => {
  const { bridge } = usePlatform();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const choose = async (): Promise<void> => {
    setReading(true);
    setError(null);
    const answer = await bridge.invoke('files.chooseBackup', {});
    setReading(false);
    if (!answer.ok) setError(answer.error);
    else if (answer.value !== null) setChosen(answer.value);
  };
  const question = <Question chosen={chosen} what={what} onError={setError} />;
  return { choose: () => void choose(), isReading, error, question };
};
