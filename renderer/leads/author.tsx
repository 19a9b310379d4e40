/** Members of the team as authors. Nothing is loaded where nothing has one. */
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../platform/use-answer.ts';

/** Whether a member other than the person at this computer wrote something. */
export const useIsColleague = (person: string | null): boolean => {
  const team = useAnswer('team.status', {}, person !== null).value?.team;
  return person !== null && team?.state === 'member' && team.person !== person;
};

/** The name of a member. */
export const Author = ({ person }: { readonly person: string }) => {
  const { t } = useTranslation();
  const names = useAnswer('team.names', {}).value?.names;
  return <>{names?.find((each) => each.person === person)?.name ?? t('thread.colleague')}</>;
};
