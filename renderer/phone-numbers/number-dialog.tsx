/** Dialog that adds a number, or changes a number or its name. */
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhoneNumber, Reading } from '../../contract/commands/phone-numbers.ts';
import type { Answer } from '../../contract/errors.ts';
import { maxNumberLength, maxNumberNameLength } from '../../contract/limits.ts';
import type { AccountID } from '../../contract/records.ts';
import { formatNational, type Entry } from './phone-numbers.ts';
import { usePlatform } from '../platform/stores.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useRequestDialog } from '../ui/use-dialog.ts';
import { Refusal } from './refusal.tsx';
import styles from './phone-numbers.module.css';

type Props = {
  /** The number to change; null to add one. */
  readonly number: PhoneNumber | null;
  readonly accountID: AccountID;
  readonly onSubmit: (entry: Entry) => Promise<Answer<unknown>>;
  readonly onClosed: () => void;
};

export const NumberDialog = ({ number, accountID, onSubmit, onClosed }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const { bridge } = usePlatform();
  const id = useId();
  const { ref, close, busy, error, setError, run } = useRequestDialog();
  const field = useRef<HTMLInputElement>(null);
  const original = number === null ? '' : formatNational(number.phoneNumber);
  const [text, setText] = useState(original);
  const [name, setName] = useState(number?.name ?? '');
  /** Answers about an earlier text are ignored. */
  const latestText = useRef(original);
  const [reading, setReading] = useState<Reading | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);

  /** Parses the field; an unchanged number keeps the service's value. */
  const parse = async (input: string): Promise<Answer<Reading>> => {
    if (number !== null && input === original)
      return { ok: true, value: { ok: true, phoneNumber: number.phoneNumber, doubt: null } };
    const answer = await bridge.invoke('phoneNumbers.read', { text: input });
    if (input === latestText.current) {
      if (answer.ok) setReading(answer.value);
      else setError(answer.error);
    }
    return answer;
  };

  const change = (input: string): void => {
    latestText.current = input;
    setText(input);
    setReading(null);
    setError(null);
    void parse(input);
  };

  /** False if the text is no number. */
  const register = async (): Promise<Answer<boolean>> => {
    const parsed = await parse(text);
    if (!parsed.ok) return parsed;
    if (!parsed.value.ok) return { ok: true, value: false };
    const answer = await onSubmit({
      phoneNumber: parsed.value.phoneNumber,
      name: name.trim(),
    });
    return answer.ok ? { ok: true, value: true } : answer;
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    setSubmitted(true);
    setError(null);
    const answer = await run(register());
    if (answer.ok && answer.value) close();
    else field.current?.focus();
  };

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
      <Refusal error={error} accountID={accountID} mt={12} />
    </FormDialog>
  );
};
