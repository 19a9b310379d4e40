/** Queries and actions of the team's screens. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandInput, CommandName, CommandOutput } from '../../contract/commands.ts';
import { onDutyMs } from '../../contract/commands/team.ts';
import type { Failure } from '../../contract/errors.ts';
import { usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { useAnswer } from '../platform/use-answer.ts';

export type Invitation = CommandOutput<'team.people'>['invitations'][number];

type TeamCommand = Extract<CommandName, `team.${string}`>;

/** Runs commands. The last failure stays until the next command starts. */
export const useRun = () => {
  const { bridge, queries } = usePlatform();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  /** Resolves to the output; null after a failure. */
  const run = async <C extends TeamCommand>(
    command: C,
    input: CommandInput<C>,
  ): Promise<CommandOutput<C> | null> => {
    setBusy(true);
    setError(null);
    const answer = await bridge.invoke(command, input);
    setBusy(false);
    await queries.refetch('team.status', 'team.people', 'team.names', 'team.attendance');
    if (answer.ok) return answer.value;
    setError(answer.error);
    return null;
  };
  return { busy, error, setError, run };
};

/** Whether a computer that was last heard of at a time (UTC milliseconds) counts as on. */
export const useIsOn = (at: number | null): boolean =>
  useTicking(usePlatform().ticker, (now) => at !== null && now - at < onDutyMs);

/** Returns a function that names a person; one without a name is "No name yet". */
export const usePersonName = (): ((person: string) => string) => {
  const { t } = useTranslation('team');
  const names = useAnswer('team.names', {}).value?.names ?? [];
  return (person) => names.find((each) => each.person === person)?.name ?? t('people.unnamed');
};
