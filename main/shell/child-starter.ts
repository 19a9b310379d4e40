/** Starts the app's child processes; the only file that imports both starters. */
import { app, utilityProcess } from 'electron';
import { chooseChildRuntime, type StartChild, type ChildRuntime } from './child.ts';
import { nodeStarter } from './node-child.ts';
import { utilityStarter } from './utility-child.ts';

export const childStarter = (runtime: ChildRuntime, env: NodeJS.ProcessEnv): StartChild =>
  runtime.kind === 'utilityProcess'
    ? utilityStarter({ fork: (...args) => utilityProcess.fork(...args), env })
    : nodeStarter({ program: runtime.program, env });

export const detectChildRuntime = (): ChildRuntime =>
  chooseChildRuntime({
    nodeAPI: Number(process.versions.napi),
    isPackaged: app.isPackaged,
    resources: process.resourcesPath,
    platform: process.platform,
    env: process.env,
  });
