/** The list before it is read: pasted, typed, dropped, or taken from a file. */
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { longestList } from '../../contract/limits.ts';
import { textOfFile } from './text-of-file.ts';
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
  const [tooLarge, setTooLarge] = useState(false);

  // The button that led here is gone.
  useEffect(() => field.current?.focus(), []);

  const take = async (taken: File | undefined): Promise<void> => {
    if (taken === undefined) return;
    // A character takes one byte or more, and two in a file of UTF-16.
    setTooLarge(taken.size > longestList * 2);
    if (taken.size > longestList * 2) return;
    onWrite(textOfFile(await taken.arrayBuffer()));
    field.current?.focus();
  };
  const dropped = (event: DragEvent): void => {
    const [first] = event.dataTransfer.files;
    if (first === undefined) return;
    event.preventDefault();
    void take(first);
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
        onDrop={dropped}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onPreview();
        }}
      />
      {tooLarge && (
        <p role="alert" className={styles.mistake}>
          {t('bulk.tooLarge')}
        </p>
      )}
      <div className={styles.row}>
        <Button variant="filled" disabled={text.trim() === ''} onClick={onPreview}>
          {t('bulk.preview')}
        </Button>
        <Button variant="default" onClick={() => file.current?.click()}>
          {t('bulk.choose')}
        </Button>
        <span>{t('bulk.drop')}</span>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </div>
  );
};
