/** A page next to the sidebar: title, introduction, and content in one column. */
import type { ReactNode } from 'react';
import styles from './page.module.css';

type Props = {
  readonly title: string;
  readonly text?: string;
  /** For tables. */
  readonly wide?: boolean;
  /** Navigation within the page, next to its content if there is room. */
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
