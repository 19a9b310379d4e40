/** One of the three panes: its title, what can be done with it, and a part that scrolls. */
import type { ReactNode } from 'react';
import styles from './staging.module.css';

type Props = {
  readonly name: 'call' | 'stored' | 'seen';
  readonly title: string;
  readonly actions?: ReactNode;
  /** True for a pane whose content scrolls by itself. */
  readonly still?: boolean;
  readonly busy?: boolean;
  readonly children: ReactNode;
};

export const Pane = ({ name, title, actions, still = false, busy = false, children }: Props) => (
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
    {still ? (
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
