/** A page without the sidebar, in one narrow column: the steps before the inbox. */
import type { ReactNode } from 'react';
import styles from './narrow-page.module.css';

type Props = {
  readonly title: string;
  /** The button above the title. */
  readonly back: ReactNode;
  readonly children: ReactNode;
};

export const NarrowPage = ({ title, back, children }: Props) => (
  <main className={styles.page}>
    <div className={styles.column}>
      {back}
      <h1>{title}</h1>
      {children}
    </div>
  </main>
);
