/** A page beside the sidebar: its title, what it is for, and its content in one column. */
import type { ReactNode } from 'react';
import styles from './page.module.css';

type Props = {
  readonly title: string;
  readonly text?: string;
  /** For tables; texts are read better in the narrow column. */
  readonly wide?: boolean;
  /** Leads within the page; beside its content, where there is room for that. */
  readonly nav?: ReactNode;
  readonly children: ReactNode;
};

export const Page = ({ title, text, wide = false, nav, children }: Props) => (
  <main className={styles.page}>
    <div className={styles.column} data-wide={wide} data-nav={nav !== undefined}>
      <h1 tabIndex={-1}>{title}</h1>
      {text !== undefined && <p className={styles.lead}>{text}</p>}
      {nav === undefined ? (
        children
      ) : (
        <div className={styles.beside}>
          {nav}
          <div>{children}</div>
        </div>
      )}
    </div>
  </main>
);
