/** Dialog that adds a number, or changes a number or its name. */
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhoneNumber, Reading } from '../../contract/commands/phone-numbers.ts';
import type { Failure } from '../../contract/errors.ts';
import { longestNumber, longestNumberName } from '../../contract/limits.ts';
import type { AccountID } from '../../contract/records.ts';
import { national, type Entry } from './phone-numbers.ts';
import { usePlatform } from '../platform/stores.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
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
  const { bridge } = usePlatform();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const before = number === null ? '' : national(number.phoneNumber);
  const [text, setText] = useState(before);
  const [name, setName] = useState(number?.name ?? '');
  const [reading, setReading] = useState<{ readonly of: string; readonly is: Reading } | null>(
    null,
  );
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);

  useEffect(() => dialog.current?.showModal(), []);

  /** Parses the field; an unchanged number keeps the service's value. */
  const read = async (written: string): Promise<Reading | null> => {
    if (number !== null && written === before)
      return { ok: true, phoneNumber: number.phoneNumber, doubt: null };
    const answer = await bridge.invoke('phoneNumbers.read', { text: written });
    if (!answer.ok) {
      setError(answer.error);
      return null;
    }
    setReading({ of: written, is: answer.value });
    return answer.value;
  };

  const write = (written: string): void => {
    setText(written);
    setError(null);
    void read(written);
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    setAsked(true);
    setError(null);
    setBusy(true);
    const is = await read(text);
    const refused = is?.ok
      ? await onSubmit({ phoneNumber: is.phoneNumber, name: name.trim() })
      : null;
    setBusy(false);
    if (is?.ok && refused === null) return dialog.current?.close();
    setError((old) => refused ?? old);
    field.current?.focus();
  };

  const is = reading !== null && reading.of === text ? reading.is : null;
  const mistake = is?.ok === false && asked ? is.mistake : null;
  const doubt = is?.ok === true ? is.doubt : null;
  return (
    <FormDialog
      ref={dialog}
      title={number === null ? t('dialog.addTitle') : t('dialog.editTitle', { number: before })}
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
        maxLength={longestNumber}
        value={text}
        aria-invalid={mistake !== null}
        aria-describedby={`${id}-hint`}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={styles.hint} aria-live="polite">
        {mistake !== null && <span className={styles.mistake}>{t(`mistakes.${mistake}`)}</span>}
        {is?.ok === true && <span>{t('dialog.registersAs', { e164: is.phoneNumber })}</span>}
        {doubt !== null && <span className={styles.doubt}>{t(`doubts.${doubt}`)}</span>}
      </p>
      <label htmlFor={`${id}-name`}>{t('dialog.name')}</label>
      <input
        id={`${id}-name`}
        className={styles.input}
        type="text"
        autoComplete="off"
        maxLength={longestNumberName}
        value={name}
        aria-describedby={`${id}-name-hint`}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <p id={`${id}-name-hint`} className={styles.hint}>
        {t('dialog.nameHint')}
      </p>
      {error !== null && <Refusal error={error} accountID={accountID} />}
    </FormDialog>
  );
};
