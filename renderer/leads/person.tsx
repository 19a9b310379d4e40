/** People of the team: initials on a color that is the same on every computer, and names. */
import { useTranslation } from 'react-i18next';
import styles from './person.module.css';
import { useMember, useNameOf } from './team.ts';

const hues = 6;

const computeHue = (person: string): number =>
  ([...person].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % hues) +
  1;

/** Formats "Ana Ruiz" as "AR", "Ben" as "B", and no name as "?". */
export const formatInitials = (name: string): string => {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const findLetter = (word: string | undefined): string =>
    /[\p{L}\p{N}]/u.exec(word ?? '')?.[0] ?? '';
  const initials = findLetter(words[0]) + (words.length > 1 ? findLetter(words.at(-1)) : '');
  return initials === '' ? '?' : initials.toLocaleUpperCase();
};

type Props = {
  readonly person: string;
  readonly name: string;
  readonly size?: 'row' | 'page';
};

export const PersonTile = ({ person, name, size = 'row' }: Props) => (
  <span
    className={styles.tile}
    style={{ background: `var(--person-${computeHue(person)})` }}
    data-size={size}
    aria-hidden
  >
    {formatInitials(name)}
  </span>
);

/** The name of a colleague. */
export const Author = ({ person }: { readonly person: string }) => {
  const { t } = useTranslation();
  return useNameOf(t)(person);
};

type AssigneeProps = { readonly person: string; readonly hasName?: boolean };

const Assigned = ({ person, hasName = false }: AssigneeProps) => {
  const { t } = useTranslation();
  const isOwn = useMember()?.person === person;
  const name = useNameOf(t)(person);
  const label = t(isOwn ? 'assign.toYou' : 'assign.to', { name });
  return (
    <span className={styles.assignee} title={label}>
      <PersonTile person={person} name={name} />
      <span className={hasName ? undefined : 'hidden-visually'}>
        {hasName ? isOwn ? t('assign.you') : <bdi>{name}</bdi> : label}
      </span>
    </span>
  );
};

/** The assignee of a lead: initials, and the name where there is room. */
export const Assignee = ({
  person,
  ...rest
}: Omit<AssigneeProps, 'person'> & { readonly person: string | null }) =>
  person !== null && <Assigned person={person} {...rest} />;
