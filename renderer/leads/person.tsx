/** A person of the team: initials on a color that is the same on every computer. */
import styles from './person.module.css';

const hues = 6;

const hueOf = (person: string): number =>
  ([...person].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % hues) +
  1;

/** "Ana Ruiz" is "AR", "Ben" is "B"; "?" without a name. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letterOf = (word: string | undefined): string =>
    /[\p{L}\p{N}]/u.exec(word ?? '')?.[0] ?? '';
  const initials = letterOf(words[0]) + (words.length > 1 ? letterOf(words.at(-1)) : '');
  return initials === '' ? '?' : initials.toLocaleUpperCase();
};

type Props = {
  readonly person: string;
  readonly name: string;
  readonly size?: 'row' | 'page';
};

export const PersonTile = ({ person, name, size = 'row' }: Props) => (
  <span className={styles.tile} data-hue={hueOf(person)} data-size={size} aria-hidden>
    {initialsOf(name)}
  </span>
);
