/** Determines the first screen. */
import type { Stores } from './stores.ts';

/**
 * Resolves when the session has a screen. Events that arrived before the answer are newer and win.
 *
 * @param isPlain true after repeated crashes: no lead is opened, because it might crash the page
 */
export const chooseScreen = async (
  { bridge, session }: Pick<Stores, 'bridge' | 'session'>,
  isPlain: boolean,
): Promise<void> => {
  if (isPlain) session.setState({ hasOpenedFirst: true });
  const { engine } = session.getState();
  const answer = await bridge.invoke('shell.info', {});
  const current = session.getState();
  if (!answer.ok) {
    session.setState({ screen: current.screen ?? 'inbox' });
    return;
  }
  const { start, profile } = answer.value;
  session.setState({
    info: answer.value,
    engine: current.engine === engine ? answer.value.engine : current.engine,
    screen: current.screen ?? (start === 'welcome' && profile !== null ? 'connect' : start),
  });
};
