/** Members of the team as authors of messages and notes. */
import { useTranslation } from 'react-i18next';
import { useMember, usePeople } from './team.ts';

/** Whether the author is a member other than the person at this computer. */
export const useIsColleague = (person: string | null): boolean => {
  const member = useMember(person !== null);
  return person !== null && member !== null && member.person !== person;
};

export const Author = ({ person }: { readonly person: string }) => {
  const { t } = useTranslation();
  const name = usePeople().find((each) => each.person === person)?.name;
  return <>{name ?? t('thread.colleague')}</>;
};
