/** The card of an account, its badge, and a banner inside it. */
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './connection.module.css';

type CardProps = {
  readonly accountID: string;
  readonly title: string;
  /** Paragraphs below the title. */
  readonly lines: ReactNode;
  /** Next to the title. */
  readonly side: ReactNode;
  readonly children?: ReactNode;
};

export const Card = ({ accountID, title, lines, side, children }: CardProps) => (
  <article className={styles.card} aria-label={title} tabIndex={-1} data-account-id={accountID}>
    <header className={styles.head}>
      <div>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {lines}
      </div>
      {side}
    </header>
    {children}
  </article>
);

type BadgeProps = { readonly icon: Icon; readonly tone: string; readonly text: string };

export const Badge = ({ icon: StatusIcon, tone, text }: BadgeProps) => (
  <span className={styles.badge} data-tone={tone}>
    <StatusIcon size={14} aria-hidden />
    {text}
  </span>
);

type BannerProps = Omit<ComponentProps<'div'>, 'title'> & {
  readonly icon: Icon;
  readonly title: string;
  readonly action: ReactNode;
};

export const Banner = ({ icon: StatusIcon, title, action, children, ...rest }: BannerProps) => (
  <div className={styles.banner} {...rest}>
    <StatusIcon size={18} stroke={1.75} aria-hidden />
    <div>
      <p>
        <strong>{title}</strong>
      </p>
      <p>{children}</p>
    </div>
    {action}
  </div>
);
