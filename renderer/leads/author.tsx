/** Members of the team as authors. Nothing is loaded where nothing has one. */
import { useTranslation } from 'react-i18next';
import { useMember, usePeople } from './team.ts';

/** Whether a member other than the person at this computer wrote something. */
export const useIsColleague = (person: string | null): boolean => {
  const member = useMember(person !== null);
  return person !== null && member !== null && member.person !== person;
};

/** The name of a member. */
export const Author = ({ person }: { readonly person: string }) => {
  const { t } = useTranslation();
  const name = usePeople().find((each) => each.person === person)?.name;
  return <>{name ?? t('thread.colleague')}</>;
};
