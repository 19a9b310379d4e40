/** Starts the app's child processes; the only file that imports both starters. */
import { app, utilityProcess } from 'electron';
import { chooseChildRuntime, type StartChild, type ChildRuntime } from './child.ts';
import { createNodeStarter } from './node-child.ts';
import { createUtilityStarter } from './utility-child.ts';

export const createChildStarter = (runtime: ChildRuntime, env: NodeJS.ProcessEnv): StartChild =>
  runtime.kind === 'utilityProcess'
    ? createUtilityStarter({ fork: (...args) => utilityProcess.fork(...args), env })
    : createNodeStarter({ locateProgram: runtime.locateProgram, env });

export const detectChildRuntime = (): ChildRuntime =>
  chooseChildRuntime({
    nodeAPI: Number(process.versions.napi),
    isPackaged: app.isPackaged,
    resources: process.resourcesPath,
    platform: process.platform,
    env: process.env,
  });
