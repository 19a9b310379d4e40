/** `npm run dev`: rebuilds at each change, and reloads the window by Chromium's debugging port or restarts the app. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from './app.mjs';
import { forgetBuild } from './build.mjs';
import { createDevScheduler, parts } from './dev-scheduler.mjs';
import { runWithPackages } from './node24.mjs';
import { log, root } from './script.mjs';
import { endProgram, onStopRequest } from './stop.mjs';
import { withSurroundings } from './surroundings.mjs';

const args = process.argv.slice(2);

await runWithPackages(import.meta.url, log, () => withSurroundings(log, develop));

/** Builds, runs and watches until the window is closed or we are asked to stop. */
async function develop(runtime, screen) {
  const port = await findFreePort();
  const all = [`--remote-debugging-port=${port}`, ...args];
  let app = null;
  let finish;
  const finished = new Promise((resolve) => (finish = resolve));

  const end = async () => {
    const ending = app;
    app = null;
    if (ending === null) return;
    const ended = once(ending, 'exit');
    endProgram(ending, 'SIGTERM');
    await ended;
  };
  const start = async () => {
    if (app) log('the app is started again');
    await end();
    const started = startApp(runtime, all, screen);
    app = started;
    started.once('error', finish);
    started.once('exit', (status) => {
      if (app !== started) return;
      app = null;
      if (status === 0) finish(0);
      else log(`the app ended with status ${status}; the next change starts it again`);
    });
  };
  const scheduler = createDevScheduler({
    start,
    reload: async () => {
      if (app === null) return start();
      log('the window is loaded again');
      return reloadWindow(port);
    },
    onFailure: (error) => log(`${error.message}; the next change is tried again`),
  });

  onStopRequest(() => finish(0));
  forgetBuild();
  const watchers = await buildAndWatch(scheduler);
  const status = await finished;
  scheduler.close();
  await Promise.all(watchers.map((watcher) => watcher.close()));
  await end();
  return status;
}

/** Builds every part as `npm run build` does, and again whenever its sources change. */
async function buildAndWatch(scheduler) {
  // Imported here, because a fresh clone installs them during the set-up above.
  const [{ resolveConfig }, { build }] = await Promise.all([
    import('electron-vite'),
    import('vite'),
  ]);
  const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'build', 'production');
  return Promise.all(
    parts.map(async (part) => {
      const partConfig = config[part];
      const watcher = await build({ ...partConfig, build: { ...partConfig.build, watch: {} } });
      watcher.on('event', (event) => {
        if (event.code === 'BUNDLE_START') scheduler.onBuildStart(part);
        if (event.code === 'BUNDLE_END') scheduler.onBuildSuccess(part);
        if (event.code === 'ERROR') scheduler.onBuildFailure(part);
        if ('result' in event) void event.result?.close();
      });
      return watcher;
    }),
  );
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Reloads every window of the app without its cache; waits for the first window of an app that starts. */
async function reloadWindow(port) {
  const pages = await listWindows(port);
  for (const { webSocketDebuggerUrl } of pages) {
    const socket = new WebSocket(webSocketDebuggerUrl);
    await once(socket, 'open');
    const answered = once(socket, 'message');
    socket.send(JSON.stringify({ id: 1, method: 'Page.reload', params: { ignoreCache: true } }));
    await answered;
    socket.close();
  }
}

async function listWindows(port, patience = 20) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    const pages = (await answer.json()).filter(({ type }) => type === 'page');
    if (pages.length > 0 || patience === 0) return pages;
  } catch (error) {
    if (patience === 0) throw error;
  }
  await sleep(500);
  return listWindows(port, patience - 1);
}
