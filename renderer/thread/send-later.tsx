/** The dialog that schedules a reply, loaded on demand. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandInput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useToday } from '../ui/time-words.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { listLaterTimes, type LaterName } from '../leads/later-times.ts';
import { PickedTime, useTimeField } from '../leads/time-field.tsx';
import styles from '../leads/time-field.module.css';

type Later = NonNullable<CommandInput<'messages.send'>['later']>;

type ChoiceProps = {
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
};
const Choice = ({ checked, onChoose, children }: ChoiceProps) => (
  <label className={styles.choice}>
    <input type="radio" name="later" checked={checked} onChange={onChoose} />
    {children}
  </label>
);

type Props = {
  readonly name: string;
  readonly onLater: (later: Later) => Promise<Failure | null>;
  readonly onClose: () => void;
};

export const SendLater = ({ name, onLater, onClose }: Props) => {
  const { t } = useTranslation();
  const { seconds, toasts } = usePlatform();
  const { ref, close, isOpen } = useDialog();
  // The times stay until midnight: a chosen one must not give way to another.
  const [openedAt] = useState(() => seconds.now());
  const now = Math.max(openedAt, useToday());
  const opening = useAnswer('hours.nextOpening', {}).value?.at ?? null;
  const times = listLaterTimes(now, opening);
  const [choice, setChoice] = useState<LaterName | 'pick'>(times[0]?.name ?? 'pick');
  // The next business day disappears when it becomes tomorrow, or when the business hours change.
  const chosen = times.find(({ name }) => name === choice) ?? null;
  const { field, pastError, read } = useTimeField((times[0]?.at ?? now) + 3_600_000);
  const [unlessAnswered, setUnlessAnswered] = useState(true);
  const [error, setError] = useState<Failure | null>(null);

  const schedule = async (): Promise<void> => {
    const at = read(chosen?.at);
    if (at === null) return;
    const failed = await onLater({ at, unlessAnswered });
    if (failed === null) return close();
    if (isOpen()) return setError(failed);
    const { code } = failed;
    toasts.getState().show({ kind: 'failed', code, attempted: 'send', customer: name });
  };

  return (
    <FormDialog
      ref={ref}
      title={t('later.title', { name })}
      error={error}
      submit={t('later.schedule')}
      onSubmit={() => void schedule()}
      onClose={onClose}
    >
      <fieldset className={styles.choices}>
        <legend className="hidden-visually">{t('later.when')}</legend>
        {times.map((time) => (
          <Choice key={time.name} checked={chosen === time} onChoose={() => setChoice(time.name)}>
            {t(`later.${time.name}`)}
            <PickedTime at={time.at} />
          </Choice>
        ))}
        <Choice checked={chosen === null} onChoose={() => setChoice('pick')}>
          {t('later.pick')}
        </Choice>
        {chosen === null && field}
        {pastError}
      </fieldset>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={unlessAnswered}
          onChange={(event) => setUnlessAnswered(event.currentTarget.checked)}
        />
        {t('later.unlessAnswered')}
      </label>
      <p className={styles.note}>{t('later.note')}</p>
    </FormDialog>
  );
};
