/** The team, for other areas: the person at this computer, and the people who may answer leads. */
import type { TFunction } from 'i18next';
import type { PersonName, TeamStatus } from '../../contract/commands/team.ts';
import { buildQuery } from '../platform/queries.ts';
import type { PlatformStores } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';

export type Member = Extract<TeamStatus, { state: 'member' }>;

const status = buildQuery('team.status', {});

/** This computer's membership; null without a team or if unknown. */
export const useMember = (isWanted = true): Member | null => {
  const team = useAnswer('team.status', {}, isWanted).value?.team;
  return team?.state === 'member' ? team : null;
};

/** True if the window knows that this computer is in a team. */
export const isInTeam = ({ queries }: Pick<PlatformStores, 'queries'>): boolean =>
  queries.client.getQueryData(status.queryKey)?.team.state === 'member';

/** True unless the person here is a member of a team whose owners decide for all. */
export const mayManage = ({ queries }: Pick<PlatformStores, 'queries'>): boolean => {
  const team = queries.client.getQueryData(status.queryKey)?.team;
  return team?.state !== 'member' || team.role !== 'member';
};

/** Returns the person at this computer; null without a team or if unknown. */
export const getOwnPerson = ({ queries }: Pick<PlatformStores, 'queries'>): string | null => {
  const team = queries.client.getQueryData(status.queryKey)?.team;
  return team?.state === 'member' ? team.person : null;
};

/** Everybody with a name, including people who have left. */
export const usePeople = (isWanted = true): readonly PersonName[] =>
  useAnswer('team.names', {}, isWanted).value?.names ?? [];

/** Returns a function that names a person. */
export const useNameOf = (t: TFunction, isWanted = true): ((person: string) => string) => {
  const people = usePeople(isWanted);
  return (person) => people.find((each) => each.person === person)?.name ?? t('thread.colleague');
};

/** True if the author is a member other than the person at this computer. */
export const useIsColleague = (person: string | null): boolean => {
  const member = useMember(person !== null);
  return person !== null && member !== null && member.person !== person;
};

/** People to choose from. @param except a person to leave out */
export const useChoosablePeople = (except?: string, isWanted = true): readonly PersonName[] =>
  usePeople(isWanted).filter(({ person, isGone }) => !isGone && person !== except);
