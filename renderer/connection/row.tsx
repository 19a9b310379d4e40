/** One row of an account's or the tunnel's state: icon, label, text and an action. */
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import tones from '../ui/card.module.css';
import styles from './connection.module.css';

const icons = {
  good: IconCircleCheck,
  mild: IconInfoCircle,
  bad: IconAlertTriangle,
  idle: IconCircleDashed,
} as const;

type Props = {
  readonly name: string;
  readonly label: string;
  readonly tone: keyof typeof icons;
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

export const Row = ({ name, label, tone, children, action }: Props) => {
  const Icon = icons[tone];
  return (
    <div className={styles.row} data-row={name} data-tone={tone}>
      <Icon size={18} stroke={1.75} className={tones[tone]} aria-hidden />
      <dt>{label}</dt>
      <dd>
        <div>{children}</div>
        {action}
      </dd>
    </div>
  );
};
