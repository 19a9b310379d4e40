/** The list as text: typed, pasted, dropped or read from a file. */
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { maxListLength } from '../../contract/limits.ts';
import { decodeText } from './bulk-send.ts';
import styles from './bulk.module.css';
type Props = {
  readonly text: string;
  readonly onWrite: (text: string) => void;
  readonly onPreview: () => void;
};

export const BulkText = ({ text, onWrite, onPreview }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [mistake, setMistake] = useState<'tooLarge' | 'unreadableFile' | null>(null);

  // The button that had the focus is gone.
  useEffect(() => field.current?.focus(), []);

  const readFile = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    // A character takes one byte or more, two in UTF-16.
    if (chosen.size > maxListLength * 2) return setMistake('tooLarge');
    // A folder cannot be read either.
    const bytes = await chosen.arrayBuffer().catch(() => null);
    setMistake(bytes === null ? 'unreadableFile' : null);
    if (bytes === null) return;
    onWrite(decodeText(bytes));
    field.current?.focus();
  };
  const onDrop = (event: DragEvent): void => {
    const [first] = event.dataTransfer.files;
    if (first === undefined) return;
    event.preventDefault();
    void readFile(first);
  };

  return (
    <div className={styles.write}>
      <label htmlFor={id}>{t('bulk.label')}</label>
      <p id={`${id}-hint`}>{t('bulk.hint')}</p>
      <textarea
        ref={field}
        id={id}
        rows={12}
        spellCheck={false}
        value={text}
        placeholder={t('bulk.example')}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onWrite(event.currentTarget.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onPreview();
        }}
      />
      {mistake !== null && (
        <p role="alert" className={styles.mistake}>
          {t(`bulk.${mistake}`)}
        </p>
      )}
      <div className={styles.row}>
        <Button variant="filled" disabled={text.trim() === ''} onClick={onPreview}>
          {t('bulk.preview')}
        </Button>
        <Button onClick={() => file.current?.click()}>{t('bulk.choose')}</Button>
        <span>{t('bulk.drop')}</span>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event) => {
            void readFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </div>
  );
};
