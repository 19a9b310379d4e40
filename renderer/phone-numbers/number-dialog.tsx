/** Dialog that adds a number, or changes a number or its name. */
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhoneNumber, Reading } from '../../contract/commands/phone-numbers.ts';
import type { Failure } from '../../contract/errors.ts';
import { maxNumberLength, maxNumberNameLength } from '../../contract/limits.ts';
import type { AccountID } from '../../contract/records.ts';
import { national, type Entry } from './phone-numbers.ts';
import { usePlatform } from '../platform/stores.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { Refusal } from './refusal.tsx';
import styles from './phone-numbers.module.css';

type Props = {
  /** The number to change; null to add one. */
  readonly number: PhoneNumber | null;
  readonly accountID: AccountID;
  /** Returns the failure, or null. */
  readonly onSubmit: (entry: Entry) => Promise<Failure | null>;
  readonly onClosed: () => void;
};

export const NumberDialog = ({ number, accountID, onSubmit, onClosed }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const { bridge, toasts } = usePlatform();
  const id = useId();
  const { ref, close, isOpen } = useDialog();
  const field = useRef<HTMLInputElement>(null);
  const original = number === null ? '' : national(number.phoneNumber);
  const [text, setText] = useState(original);
  const [name, setName] = useState(number?.name ?? '');
  const [last, setLast] = useState<{ readonly text: string; readonly reading: Reading } | null>(
    null,
  );
  const [isSubmitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);

  /** Parses the field; an unchanged number keeps the service's value. */
  const read = async (input: string): Promise<Reading | null> => {
    if (number !== null && input === original)
      return { ok: true, phoneNumber: number.phoneNumber, doubt: null };
    const answer = await bridge.invoke('phoneNumbers.read', { text: input });
    if (!answer.ok) {
      setError(answer.error);
      return null;
    }
    setLast({ text: input, reading: answer.value });
    return answer.value;
  };

  const change = (input: string): void => {
    setText(input);
    setError(null);
    void read(input);
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    setSubmitted(true);
    setError(null);
    setBusy(true);
    const parsed = await read(text);
    const failure = parsed?.ok
      ? await onSubmit({ phoneNumber: parsed.phoneNumber, name: name.trim() })
      : null;
    setBusy(false);
    if (parsed?.ok && failure === null) return close();
    if (failure !== null && !isOpen())
      return void toasts.getState().show({ kind: 'failed', code: failure.code });
    setError((old) => failure ?? old);
    field.current?.focus();
  };

  const reading = last !== null && last.text === text ? last.reading : null;
  const mistake = reading?.ok === false && isSubmitted ? reading.mistake : null;
  const doubt = reading?.ok === true ? reading.doubt : null;
  return (
    <FormDialog
      ref={ref}
      title={number === null ? t('dialog.addTitle') : t('dialog.editTitle', { number: original })}
      submit={busy ? t('dialog.busy') : number === null ? t('dialog.action') : t('dialog.save')}
      busy={busy}
      className={styles.form}
      onSubmit={() => void submit()}
      onClose={onClosed}
    >
      <label htmlFor={`${id}-number`}>{t('dialog.number')}</label>
      <input
        ref={field}
        id={`${id}-number`}
        className={styles.input}
        type="tel"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxNumberLength}
        value={text}
        aria-invalid={mistake !== null}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={styles.hint} aria-live="polite">
        {mistake !== null && <span className={styles.mistake}>{t(`mistakes.${mistake}`)}</span>}
        {reading?.ok === true && (
          <span>{t('dialog.registersAs', { e164: reading.phoneNumber })}</span>
        )}
        {doubt !== null && <span className={styles.doubt}>{t(`doubts.${doubt}`)}</span>}
      </p>
      <label htmlFor={`${id}-name`}>{t('dialog.name')}</label>
      <input
        id={`${id}-name`}
        className={styles.input}
        type="text"
        autoComplete="off"
        maxLength={maxNumberNameLength}
        value={name}
        aria-describedby={`${id}-name-hint`}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <p id={`${id}-name-hint`} className={styles.hint}>
        {t('dialog.nameHint')}
      </p>
      <Refusal error={error} accountID={accountID} className={styles.failure} />
    </FormDialog>
  );
};
