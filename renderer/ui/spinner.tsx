/** A progress indicator next to its text. */
import styles from './ui.module.css';

export const Spinner = () => <span className={styles.spinner} aria-hidden />;
