/** Child processes, under Electron's utilityProcess or a plain Node; callers cannot see the difference. */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { EngineFacts } from '../../contract/port.ts';

export type Child = {
  readonly send: (message: unknown) => void;
  /** The listener also receives earlier messages. */
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** Called once, even after the exit. After a signal: null or its number; 0 after `kill` under utilityProcess. */
  readonly onExit: (listener: (code: number | null) => void) => void;
  /** Unread output is discarded: a full pipe would block the child. */
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  /** Asks it to exit, even if it has not started yet. */
  readonly kill: () => void;
  /** Kills it immediately, even if it is too busy for a signal. */
  readonly destroy: () => void;
};

/** Starts a built program. `name` appears in the task list; `secrets` are added to the environment. */
export type StartChild = (
  script: string,
  args: readonly string[],
  name: string,
  secrets?: Readonly<Record<string, string>>,
) => Child;

/** V8's flags for less memory in child processes (docs/performance.md, Memory). */
export const childMemory = ['--max-semi-space-size=4', '--no-allocation-site-pretenuring'] as const;

const visibleVariables = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'TZ',
  'LANG',
  'LC_ALL',
  'SystemRoot',
  'APPDATA',
  // The agent with the professional's ssh keys, for a tunnel to their own host.
  'SSH_AUTH_SOCK',
  // A file with certificate authorities that this computer's administrator trusts, such as an office's own.
  'NODE_EXTRA_CA_CERTS',
  // The keychain on Linux.
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_RUNTIME_DIR',
];

/** Builds a child's environment: enough to run, and nothing that could contain a secret. */
export const buildEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    visibleVariables.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Buffers messages until the only listener is set, which then receives them first. */
export const bufferMessages = (
  subscribe: (listener: (message: unknown) => void) => void,
): Child['onMessage'] => {
  const early: unknown[] = [];
  let receive = (message: unknown): void => void early.push(message);
  subscribe((message) => receive(message));
  return (listener) => {
    // The owner of the listener may still be under construction.
    queueMicrotask(() => {
      receive = listener;
      for (const message of early.splice(0)) listener(message);
    });
  };
};

const neededNodeAPI = 10;

/** Runtime of child processes; `program` returns the path of the plain Node. */
export type ChildRuntime =
  | { readonly kind: Extract<EngineFacts['runtime'], 'utilityProcess'> }
  | {
      readonly kind: Extract<EngineFacts['runtime'], 'node'>;
      readonly locateProgram: () => string;
    };

/** No environment variable chooses the executable of a packaged app. */
export const chooseChildRuntime = (dependencies: {
  readonly nodeAPI: number;
  readonly isPackaged: boolean;
  readonly resources: string;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
}): ChildRuntime => {
  const { nodeAPI, isPackaged, resources, platform, env } = dependencies;
  if (nodeAPI >= neededNodeAPI) return { kind: 'utilityProcess' };
  const packaged = join(resources, platform === 'win32' ? 'node.exe' : 'node');
  return {
    kind: 'node',
    locateProgram: () => (isPackaged ? packaged : (env['HEARTHLINE_NODE'] ?? 'node')),
  };
};
