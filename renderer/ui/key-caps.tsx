/** Parts of the palette and the sheet of keys. */
import styles from './command-dialog.module.css';

/** The query outlives the temporary field that is shown while the content loads. */
export type ContentProps = {
  readonly text: string;
  readonly onType: (text: string) => void;
  /** Enter was pressed before the content was loaded. */
  readonly isEntered: boolean;
  /** Closes the dialog, restores the focus, and calls `then`. */
  readonly close: (then?: () => void) => void;
};

/** Keys as caps, one for each key of a sequence. */
export const Keys = ({ name }: { readonly name: string }) => (
  <span className={styles.keys} aria-hidden>
    {name.split(' ').map((key, place) => (
      <kbd key={place}>{key}</kbd>
    ))}
  </span>
);
