import styles from './command-dialog.module.css';

/** Shows a shortcut as key caps, one for each key of a sequence. */
export const Keys = ({ name }: { readonly name: string }) => (
  <span className={styles.keys} aria-hidden>
    {name.split(' ').map((key, index) => (
      <kbd key={index}>{key}</kbd>
    ))}
  </span>
);
