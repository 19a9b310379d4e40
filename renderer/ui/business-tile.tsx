/** The first letter of a business, where there is no room for its name. */
import styles from './business-tile.module.css';

export const BusinessTile = ({ name }: { readonly name: string }) => (
  <span className={styles.tile} title={name} aria-hidden>
    {[...name.trim()][0]?.toLocaleUpperCase()}
  </span>
);
