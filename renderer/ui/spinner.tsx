/** A small sign that something goes on; the words beside it say what. */
import styles from './ui.module.css';

export const Spinner = () => <span className={styles.spinner} aria-hidden />;
