/**
 * How the window begins: what the shell says of the app, and the screen to start with. The question
 * is asked while the window already hears what happens, and what it heard meanwhile is newer than
 * the answer.
 */
import type { Stores } from '../actions/stores.ts';

/**
 * Asks the shell; resolves when the session knows its screen.
 *
 * @param isPlain true after repeated crashes: no lead is opened, because it might crash the page again
 */
export const begin = async (
  { bridge, session }: Pick<Stores, 'bridge' | 'session'>,
  isPlain: boolean,
): Promise<void> => {
  if (isPlain) session.setState({ hasOpenedFirst: true });
  const { engine } = session.getState();
  const told = await bridge.invoke('shell.info', {});
  const now = session.getState();
  if (!told.ok) {
    session.setState({ screen: now.screen ?? 'inbox' });
    return;
  }
  const { start, profile } = told.value;
  session.setState({
    info: told.value,
    engine: now.engine === engine ? told.value.engine : now.engine,
    screen: now.screen ?? (start === 'welcome' && profile !== null ? 'connect' : start),
  });
};
