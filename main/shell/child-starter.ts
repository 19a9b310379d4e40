/** Starts child processes for the real app; the only file that knows both ways. */
import { app, utilityProcess } from 'electron';
import { chooseWay, type StartChild, type Way } from './child.ts';
import { nodeStarter } from './node-child.ts';
import { utilityStarter } from './utility-child.ts';

export const childStarter = (way: Way, env: NodeJS.ProcessEnv): StartChild =>
  way.way === 'utilityProcess'
    ? utilityStarter({ fork: (...args) => utilityProcess.fork(...args), env })
    : nodeStarter({ program: way.program, env });

export const ownWay = (): Way =>
  chooseWay({
    nodeAPI: Number(process.versions.napi),
    isPackaged: app.isPackaged,
    resources: process.resourcesPath,
    platform: process.platform,
    env: process.env,
  });
