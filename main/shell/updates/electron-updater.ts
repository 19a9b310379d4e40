/**
 * electron-updater as the app uses it: it fetches what it is told to, downloads only what was verified, compares
 * the digest, and installs when the app has ended everything else. Nothing of it happens by itself. Loaded late: no
 * other file imports it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { app, autoUpdater, type ClientRequest } from 'electron';
import {
  AppImageUpdater,
  CancellationToken,
  MacUpdater,
  NsisUpdater,
  type AppUpdater,
} from 'electron-updater';
import { succeed, type Answer } from '../../../contract/errors.ts';
import { isPrerelease } from '../../../contract/versions.ts';
import type { Log } from '../../log/log.ts';
import { isLeftover } from '../../vault/durable-file.ts';
import { isSafeAddress, type UpdateAddress } from './address.ts';
import type { Copy } from './copy.ts';
import { failureOf, updateFailure } from './failure.ts';
import type { Release } from './release.ts';
import type { Updater } from './updates.ts';

type Given = {
  readonly copy: Exclude<Copy, { kind: 'fixed' }>;
  readonly address: UpdateAddress;
  /** The packager's `app-update.yml`: where downloads are kept, and on Windows who signs installers. */
  readonly configuration: string;
  readonly running: string;
  /** Whether what lies in the app's place is not what was started from there. */
  readonly isReplaced: () => boolean;
  /** With which an AppImage is started again, and the old version after a failure; installers and Macs use none. */
  readonly args: readonly string[];
  /** Lets the new app be the one that runs, before it is started. */
  readonly giveWay: () => void;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
};

/** A Mac's own updater unpacks what it is given, and checks who signed it. */
const takeOverMs = 30_000;

/** An installer that cannot be started says so at once, but not while it is asked. */
const startMs = 300;

/** Throws for a file that has none of those digests. */
const compare = (file: string, digests: readonly string[]): void => {
  if (!digests.includes(createHash('sha512').update(readFileSync(file)).digest('base64')))
    throw Object.assign(new Error('not what was signed'), { code: 'ERR_CHECKSUM_MISMATCH' });
};

/**
 * Puts a new file in the place of the old one, in one step, under the same name and with the same permissions:
 * whatever ends the computer, one of them is there, and what starts the app finds it. electron-updater's own removes
 * the old one first.
 */
const replaceImage = (file: string, by: string, digests: readonly string[]): void => {
  const folder = dirname(file);
  // An install that was cut off has left its copy.
  for (const name of readdirSync(folder))
    if (isLeftover(basename(file), name)) rmSync(join(folder, name), { force: true });
  const beside = `${file}.${randomBytes(8).toString('hex')}.new`;
  try {
    copyFileSync(by, beside, constants.COPYFILE_EXCL);
    compare(beside, digests);
    chmodSync(beside, statSync(file).mode & 0o777);
    const handle = openSync(beside, 'r');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(beside, file);
  } catch (thrown) {
    rmSync(beside, { force: true });
    throw thrown;
  }
};

/** Of electron-updater's own, an AppImage is only fetched: it is replaced and started by us. */
class ImageUpdater extends AppImageUpdater {
  start(file: string, args: readonly string[]): void {
    void this.spawnLog(file, [...args], process.env).catch(() => undefined);
  }
}

type Executor = { createRequest: (...given: never[]) => ClientRequest };

/** What one request may bring, and electron-updater's code of what is said of more. */
type Most = { readonly bytes: number; readonly code: string };

/** More than any release's, and than GitHub's list of the last ones with what was new in each. */
const mostMetadata: Most = { bytes: 1_000_000, code: 'ERR_UPDATER_INVALID_UPDATE_INFO' };

/**
 * Follows the requests of an updater, which waits for ever for a server that says nothing, and reads one that never
 * ends into memory or onto the disk. `allow` says what those to come may bring; `cut` ends those that are under way, so
 * that what waits for them goes on.
 */
const followRequests = (updater: AppUpdater, heard: () => void) => {
  const { httpExecutor } = updater as unknown as { readonly httpExecutor: Executor };
  const make = httpExecutor.createRequest.bind(httpExecutor);
  const made: ClientRequest[] = [];
  let most = mostMetadata;
  const end = (request: ClientRequest, why: Error): void => {
    request.abort();
    // A request that is aborted tells nobody. For one that is over this comes too late.
    request.emit('error', why);
  };
  httpExecutor.createRequest = (...given) => {
    const request = make(...given);
    made.push(request);
    const { bytes, code } = most;
    let left = bytes;
    request.on('response', (response) =>
      response.on('data', (chunk) => {
        heard();
        left -= Buffer.byteLength(chunk);
        if (left < 0) end(request, Object.assign(new Error('longer than it may be'), { code }));
      }),
    );
    return request;
  };
  return {
    allow: (next: Most): void => void (most = next),
    cut: (): void => {
      for (const request of made.splice(0)) end(request, new Error('no longer wanted'));
    },
  };
};

/** Nobody is told apart by the number that electron-updater would make for this computer and send. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** What electron-updater says may go on with whatever a server has sent. */
const firstLine = (message: unknown): string => /^.{0,500}/.exec(String(message))?.[0] ?? '';

const prepare = <U extends AppUpdater>(updater: U, given: Given): U => {
  const { address, configuration, running, log } = given;
  updater.logger = {
    info: (message: unknown) => log.info({}, firstLine(message)),
    warn: (message: unknown) => log.warn({}, firstLine(message)),
    error: (message: unknown) => log.warn({}, firstLine(message)),
  };
  updater.autoDownload = false;
  // The app has more to end than electron-updater waits for: it says itself when it installs.
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  // The list of what changed in a file is not signed, and is unpacked in memory.
  updater.disableDifferentialDownload = true;
  updater.updateConfigPath = configuration;
  // Whether this copy updates itself was judged by copy.ts.
  updater.forceDevUpdateConfig = true;
  updater.setFeedURL(address);
  updater.allowPrerelease = isPrerelease(running);
  updater.allowDowngrade = false;
  Object.assign(updater, { stagingUserIdPromise: { value: Promise.resolve(nobody) } });
  // Also where a server redirects to.
  updater.netSession.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !isSafeAddress(url) }),
  );
  return updater;
};

/** Whether an AppImage could be replaced: a new one is made beside it. */
const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Makes the updater of a copy of the app. */
export const openUpdater = (given: Given): Updater => {
  const { copy, isReplaced, args, giveWay, wait } = given;
  const image = copy.kind === 'appimage' ? prepare(new ImageUpdater(), given) : null;
  const mac = copy.kind === 'mac' ? prepare(new MacUpdater(), given) : null;
  const installer = copy.kind === 'nsis' ? prepare(new NsisUpdater(), given) : null;
  const updater = image ?? mac ?? installer;
  if (updater === null) throw new Error('nothing installs updates here');
  let token: CancellationToken | null = null;
  /** What waits to be installed, and what it must be. */
  let ready: { readonly file: string; readonly digests: readonly string[] } | null = null;

  const answering = async <T>(work: () => Promise<T>): Promise<Answer<T>> => {
    try {
      return succeed(await work());
    } catch (thrown) {
      return { ok: false, error: failureOf(thrown) };
    }
  };
  /** What was asked last: what is cut takes a moment to end, and electron-updater would answer the next with it. */
  let last: Promise<unknown> = Promise.resolve();
  const asking = <T>(work: (wanted: CancellationToken) => Promise<T>): Promise<Answer<T>> => {
    const wanted = new CancellationToken();
    const before = last;
    const answer = answering(async () => {
      await before;
      if (wanted.cancelled) throw new Error('no longer wanted');
      return work(wanted);
    });
    token = wanted;
    last = answer;
    return answer;
  };
  let progressed: (percent: number) => void = () => undefined;
  let percent = 0;
  // Is not said of a file whose length the server does not say.
  updater.on('download-progress', (info) => (percent = info.percent));
  /** What was said last of something that went wrong; of some things nothing else tells. */
  let refused: unknown = null;
  updater.on('error', (error) => (refused = error));
  const requests = followRequests(updater, () => progressed(percent));

  const takeOver = async (file: string, digests: readonly string[], restarts: boolean) => {
    compare(file, digests);
    if (copy.kind === 'appimage') {
      replaceImage(copy.file, file, digests);
      rmSync(file, { force: true });
    } else if (installer !== null) {
      refused = null;
      installer.install(true, restarts);
      await wait(startMs);
      if (refused !== null) throw Object.assign(new Error('not started'), { code: 'EACCES' });
    } else {
      const isTaken = once(autoUpdater, 'update-downloaded').then(() => true);
      autoUpdater.checkForUpdates();
      if (!(await Promise.race([isTaken, wait(takeOverMs)]))) throw new Error('not taken in time');
      // Installed when this app is gone; a restart ends it by itself.
      if (!restarts) return;
      autoUpdater.quitAndInstall();
      await wait(takeOverMs);
    }
  };

  return {
    latest: () =>
      asking(async () => {
        requests.cut();
        requests.allow(mostMetadata);
        return (await updater.checkForUpdates())?.updateInfo;
      }),
    download: async ({ files }: Release, progress) => {
      if (copy.kind === 'appimage' && !isWritable(dirname(copy.file)))
        return { ok: false, error: updateFailure('read_only') };
      return asking(async (wanted) => {
        percent = 0;
        refused = null;
        progressed = progress;
        requests.allow({
          bytes: Math.max(...files.map(({ size }) => size)),
          code: 'ERR_CHECKSUM_MISMATCH',
        });
        const [file] = await updater.downloadUpdate(wanted);
        // A Mac's own updater says now that it will not replace a copy that is not signed.
        if (refused instanceof Error) throw refused;
        if (file === undefined) throw new Error('nothing was downloaded');
        ready = { file, digests: files.map(({ sha512 }) => sha512) };
      });
    },
    cancel: () => {
      progressed = () => undefined;
      token?.cancel();
      requests.cut();
    },
    install: async (restarts) => {
      // Somebody has put another version there, which may be newer; or has thrown the app away.
      const isLeft = isReplaced();
      const answer = await answering(async () => {
        if (ready === null) throw new Error('nothing was downloaded');
        if (isLeft) return rmSync(ready.file, { force: true });
        return takeOver(ready.file, ready.digests, restarts);
      });
      // Who asked for a restart gets one, of what lies there where it is not replaced.
      if (restarts && copy.kind === 'appimage') {
        giveWay();
        image?.start(copy.file, args);
      } else if (restarts && (isLeft || !answer.ok)) app.relaunch({ args: [...args] });
      return answer;
    },
  };
};
