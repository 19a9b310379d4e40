/** The assignee of a lead: initials, and the name where there is room. */
import { useTranslation } from 'react-i18next';
import { PersonTile } from './person.tsx';
import styles from './person.module.css';
import { useMember, usePeople } from './team.ts';

type Props = { readonly person: string; readonly hasName?: boolean };

const Assigned = ({ person, hasName = false }: Props) => {
  const { t } = useTranslation();
  const own = useMember()?.person;
  const name = usePeople().find((each) => each.person === person)?.name ?? t('thread.colleague');
  const label = t(person === own ? 'assign.toYou' : 'assign.to', { name });
  return (
    <span className={styles.assignee} title={label}>
      <PersonTile person={person} name={name} />
      <span className={hasName ? undefined : 'hidden-visually'}>
        {hasName ? person === own ? t('assign.you') : <bdi>{name}</bdi> : label}
      </span>
    </span>
  );
};

export const Assignee = ({
  person,
  hasName = false,
}: Omit<Props, 'person'> & { readonly person: string | null }) =>
  person !== null && <Assigned person={person} hasName={hasName} />;
