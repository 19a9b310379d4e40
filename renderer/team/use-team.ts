/** Queries and actions of the team's screens. */
import { useTranslation } from 'react-i18next';
import type { CommandInput, CommandName, CommandOutput } from '../../contract/commands.ts';
import { onDutyMs } from '../../contract/commands/team.ts';
import type { Answer } from '../../contract/errors.ts';
import { usePeople } from '../leads/team.ts';
import { usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { useRequest } from '../ui/use-dialog.ts';

export type Invitation = CommandOutput<'team.people'>['invitations'][number];

type TeamCommand = Extract<CommandName, `team.${string}`>;

/** Runs commands. The last failure stays until the next command starts. */
export const useRun = (isShown?: () => boolean) => {
  const { bridge, queries } = usePlatform();
  const { busy, error, setError, run: runAction } = useRequest(isShown);
  /** Resolves to the output; null after a failure. */
  const run = async <C extends TeamCommand>(
    command: C,
    input: CommandInput<C>,
  ): Promise<CommandOutput<C> | null> => {
    setError(null);
    const request = async (): Promise<Answer<CommandOutput<C>>> => {
      const answer = await bridge.invoke(command, input);
      const refetched = queries.refetch(
        ...(['team.status', 'team.people', 'team.names', 'team.attendance'] as const),
      );
      // Until the screen shows a success, its button must not repeat it.
      if (answer.ok) await refetched;
      return answer;
    };
    const answer = await runAction(request());
    return answer.ok ? answer.value : null;
  };
  return { busy, error, setError, run };
};

/** True if a computer that announced itself `at` (UTC milliseconds) counts as on. */
export const useIsOn = (at: number | null): boolean =>
  useTicking(usePlatform().ticker, (now) => at !== null && now - at < onDutyMs);

/** Returns a function that names a person; one without a name is "No name yet". */
export const usePersonName = (): ((person: string) => string) => {
  const { t } = useTranslation('team');
  const names = usePeople();
  return (person) => names.find((each) => each.person === person)?.name ?? t('people.unnamed');
};
