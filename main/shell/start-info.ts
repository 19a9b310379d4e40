/** Describes the start for the page: its first screen, the engine's state and an opened profile. */
import { app } from 'electron';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import type { EngineHost } from './engine-host.ts';
import type { Front } from './front.ts';

type StartInfo = CommandOutput<'shell.info'>;

export const createStartInfo =
  (dependencies: {
    readonly front: Pick<Front, 'setListening'>;
    readonly runtime: string;
    readonly chooseFirstScreen: () => Promise<StartInfo['start']>;
    readonly getEngineState: EngineHost['getState'];
    readonly readProfile: () => Promise<StartInfo['profile']>;
  }) =>
  async (): Promise<Answer<StartInfo>> => {
    const { front, runtime, chooseFirstScreen, getEngineState, readProfile } = dependencies;
    front.setListening();
    const profile = await readProfile();
    const start = await chooseFirstScreen();
    return {
      ok: true,
      value: {
        version: app.getVersion(),
        runtime,
        platform: process.platform,
        locale: app.getLocale(),
        start,
        engine: getEngineState(),
        profile,
      },
    };
  };
