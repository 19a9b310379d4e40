/**
 * One of our programs (engine, keychain, files, sandbox) in a process of its own, and the choice of how
 * it is started: by Electron's utilityProcess where its Node-API can load better-sqlite3, by a plain Node
 * elsewhere. Whoever talks to the child cannot tell the difference.
 */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { EngineFacts } from '../../contract/port.ts';

export type Child = {
  readonly send: (message: unknown) => void;
  /** Told everything from now on, and what came before anybody listened. */
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /**
   * Told once, also of one that has ended already. The code is the program's own; of one that was ended
   * by a signal it is null or the signal's number, and 0 under utilityProcess after `kill`.
   */
  readonly onExit: (listener: (code: number | null) => void) => void;
  /** What nobody reads at once is thrown away: a child whose words pile up would stop at the next one. */
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  /** Tells it to end; also one that has not started yet. */
  readonly kill: () => void;
  /** Ends it whatever it is doing: one that is busy without end hears of no signal. */
  readonly destroy: () => void;
};

/**
 * Starts a program.
 *
 * @param script absolute path of the built program
 * @param args its command line
 * @param name what the system's task list shows
 * @param secrets what only the child may know, put into its environment
 */
export type StartChild = (
  script: string,
  args: readonly string[],
  name: string,
  secrets?: Readonly<Record<string, string>>,
) => Child;

/** The Node-API that better-sqlite3 is built on. */
const neededNodeAPI = 10;

/** How programs are started here; `program` is the plain Node that runs them. */
export type Way =
  | { readonly way: Extract<EngineFacts['way'], 'utilityProcess'> }
  | { readonly way: Extract<EngineFacts['way'], 'node'>; readonly program: () => string };

/**
 * Chooses how programs are started. A packaged app brings the Node that it needs: an environment
 * variable never chooses what it executes.
 *
 * @param nodeAPI that of this Electron
 * @param resources the folder of a packaged app's resources
 * @param env read anew at each start, for tests and `npm start`, which set HEARTHLINE_NODE
 */
export const chooseWay = ({
  nodeAPI,
  isPackaged,
  resources,
  platform,
  env,
}: {
  readonly nodeAPI: number;
  readonly isPackaged: boolean;
  readonly resources: string;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
}): Way => {
  if (nodeAPI >= neededNodeAPI) return { way: 'utilityProcess' };
  const packaged = join(resources, platform === 'win32' ? 'node.exe' : 'node');
  return {
    way: 'node',
    program: () => (isPackaged ? packaged : (env['HEARTHLINE_NODE'] ?? 'node')),
  };
};
