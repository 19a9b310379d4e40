/** A pane with title, actions and scrolling content, and failures in this screen's wording. */
import { useTranslation } from 'react-i18next';
import { AccountFailure } from '../accounts/account-failure.tsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './staging.module.css';

type Props = {
  readonly name: 'call' | 'stored' | 'seen';
  readonly title: string;
  readonly actions?: ReactNode;
  /** True if the content scrolls itself. */
  readonly hasOwnScroll?: boolean;
  readonly busy?: boolean;
  readonly children: ReactNode;
};

export const Pane = ({
  name,
  title,
  actions,
  hasOwnScroll = false,
  busy = false,
  children,
}: Props) => (
  <section
    className={styles.pane}
    data-pane={name}
    aria-labelledby={`staging-${name}`}
    aria-busy={busy}
  >
    <header className={styles.paneHead}>
      <h2 id={`staging-${name}`}>{title}</h2>
      {actions}
    </header>
    {hasOwnScroll ? (
      <div className={styles.still}>{children}</div>
    ) : (
      // A region that scrolls must be reachable by the keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={title}>
        {children}
      </div>
    )}
  </section>
);

type FailureProps = Pick<ComponentProps<typeof AccountFailure>, 'error' | 'accountID' | 'retry'> & {
  /** The test endpoint's call, or importing the lead. */
  readonly of: 'call' | 'ingest';
};

export const StagingFailure = ({ of, ...props }: FailureProps) => {
  const { t } = useTranslation('staging');
  const words = t(`failures.${of}`, { returnObjects: true });
  return <AccountFailure {...props} words={words} />;
};
