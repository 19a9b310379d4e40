/** What starts programs here: the one place that knows both ways of doing it. */
import { app, utilityProcess } from 'electron';
import { chooseWay, type StartChild, type Way } from './child.ts';
import { nodeStarter } from './node-child.ts';
import { utilityStarter } from './utility-child.ts';

/** @param env the environment of this process, of which a child sees a part */
export const childStarter = (way: Way, env: NodeJS.ProcessEnv): StartChild =>
  way.way === 'utilityProcess'
    ? utilityStarter({ fork: (...given) => utilityProcess.fork(...given), env })
    : nodeStarter({ program: way.program, env });

/** How programs are started by the app that runs. */
export const ownWay = (): Way =>
  chooseWay({
    nodeAPI: Number(process.versions.napi),
    isPackaged: app.isPackaged,
    resources: process.resourcesPath,
    platform: process.platform,
    env: process.env,
  });
