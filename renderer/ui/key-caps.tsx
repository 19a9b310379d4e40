/** Keys as caps: of two that follow each other each has its own. */
import styles from './command-dialog.module.css';

export const Keys = ({ name }: { readonly name: string }) => (
  <span className={styles.keys} aria-hidden>
    {name.split(' ').map((key, place) => (
      <kbd key={place}>{key}</kbd>
    ))}
  </span>
);
