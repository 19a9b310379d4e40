/** One step of the move: number or icon, title, state, and its content while it is open. */
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepName, StepState } from './steps.ts';
import styles from './move.module.css';

type Props = {
  readonly name: StepName;
  readonly number: number;
  readonly state: StepState;
  /** True if it has just become the current step. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
};

export const Step = ({ name, number, state, takesFocus, children }: Props) => {
  const { t } = useTranslation('move');
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const isCurrent = state === 'now' || state === 'cannot';
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <li
      className={styles.step}
      data-step={name}
      data-state={state}
      aria-current={isCurrent ? 'step' : undefined}
      aria-labelledby={id}
    >
      <span className={styles.sign} aria-hidden>
        {state === 'done' ? (
          <IconCheck size={16} />
        ) : state === 'cannot' ? (
          <IconAlertTriangle size={16} />
        ) : (
          number
        )}
      </span>
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 id={id} ref={title} tabIndex={-1}>
            {t(`${name}.title`)}
          </h2>
          <span className={styles.state}>{t(`states.${state}`)}</span>
        </div>
        {children}
      </div>
    </li>
  );
};
