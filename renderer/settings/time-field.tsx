/** A time of day that accepts what people type; ↑ and ↓ change it by a quarter hour. */
import { useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatTimeOfDay } from '../platform/format.ts';
import { parseTime, moveToQuarter } from './clock-text.ts';
import styles from './time-field.module.css';

type Span = { readonly from: number; readonly to: number };
type Times = { readonly [End in keyof Span]: number | null };

/** The state of two fields; null for a text that is not a time. A change of the stored span replaces the times. */
export const useTimes = (stored: Span): readonly [Times, (times: Times) => void] => {
  const [times, setTimes] = useState<Times>(stored);
  const [last, setLast] = useState(stored);
  if (stored.from !== last.from || stored.to !== last.to) {
    setLast(stored);
    setTimes({
      from: times.from === null ? null : stored.from,
      to: times.to === null ? null : stored.to,
    });
  }
  return [times, setTimes];
};

type Props = {
  /** Minutes since midnight; null if the text is not a time. */
  readonly minutes: number | null;
  /** Minutes that the time should follow. */
  readonly after?: number | undefined;
  readonly label?: string;
  readonly isWrong?: boolean;
  readonly describedBy?: string | undefined;
  readonly onChange: (minutes: number | null) => void;
};

export const TimeField = ({ minutes, after, label, isWrong, describedBy, onChange }: Props) => {
  const { i18n } = useTranslation();
  /** Text that is not saved yet or is not a time. */
  const [draft, setDraft] = useState<string | null>(null);
  const set = (next: number): void => {
    setDraft(null);
    if (next !== minutes) onChange(next);
  };
  const commit = (): void => {
    if (draft === null) return;
    const parsed = parseTime(draft, after);
    if (parsed === null) onChange(null);
    else set(parsed);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') commit();
    // Synchronously, because the window leaves the field next, which commits its text.
    else if (event.key === 'Escape' && minutes !== null) flushSync(() => setDraft(null));
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const from = draft === null ? minutes : parseTime(draft, after);
      if (from !== null) set(moveToQuarter(from, event.key === 'ArrowUp' ? 1 : -1));
    }
  };
  return (
    <input
      type="text"
      className={styles.time}
      autoComplete="off"
      spellCheck={false}
      maxLength={12}
      value={draft ?? (minutes === null ? '' : formatTimeOfDay(minutes, i18n.language))}
      aria-label={label}
      aria-invalid={isWrong === true || minutes === null}
      aria-describedby={describedBy}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={commit}
      onKeyDown={handleKey}
    />
  );
};
