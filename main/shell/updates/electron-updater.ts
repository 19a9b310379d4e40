/** Fetches and installs releases with electron-updater. Only open.ts imports it, once updates begin. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
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
import { isLeftover, syncPath } from '../../vault/durable-file.ts';
import { isSafeAddress, type UpdateAddress } from './address.ts';
import type { Copy } from './copy.ts';
import { toUpdateFailure, buildUpdateFailure } from './failure.ts';
import type { Release } from './release.ts';
import type { Updater } from './updates.ts';

type Dependencies = {
  readonly copy: Exclude<Copy, { kind: 'fixed' }>;
  readonly address: UpdateAddress;
  /** Path of the packager's `app-update.yml`, which electron-updater reads too. */
  readonly configuration: string;
  readonly runningVersion: string;
  /** True if the app's file was replaced since it started. */
  readonly isReplaced: () => boolean;
  /** Arguments for restarting an AppImage, or the old version after a failure. */
  readonly args: readonly string[];
  /** Releases the single-instance lock before the new version starts. */
  readonly releaseLock: () => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
};

/** Longest wait for macOS's updater, which unpacks the download and checks its signature. */
const macInstallMs = 30_000;

/** An installer that cannot start reports it within this time. */
const installerStartMs = 300;

const checkDigest = (file: string, digests: readonly string[]): void => {
  if (!digests.includes(createHash('sha512').update(readFileSync(file)).digest('base64')))
    throw Object.assign(new Error('the digest is not that of the signed release'), {
      code: 'ERR_CHECKSUM_MISMATCH',
    });
};

/** Replaces an AppImage atomically; electron-updater would remove the old one first. */
const replaceImage = (file: string, replacement: string, digests: readonly string[]): void => {
  const folder = dirname(file);
  // Copies of interrupted installations.
  for (const name of readdirSync(folder))
    if (isLeftover(basename(file), name)) rmSync(join(folder, name), { force: true });
  const temporary = `${file}.${randomBytes(8).toString('hex')}.new`;
  try {
    copyFileSync(replacement, temporary, constants.COPYFILE_EXCL);
    checkDigest(temporary, digests);
    chmodSync(temporary, statSync(file).mode & 0o777);
    syncPath(temporary);
    renameSync(temporary, file);
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  }
};

/** electron-updater only fetches an AppImage; we replace and start it. */
class ImageUpdater extends AppImageUpdater {
  start(file: string, args: readonly string[]): void {
    void this.spawnLog(file, [...args], process.env).catch(() => undefined);
  }
}

type Executor = { createRequest: (...args: never[]) => ClientRequest };

/** Limit of a response, and electron-updater's code for exceeding it. */
type Limit = { readonly bytes: number; readonly code: string };

/** Larger than any release's metadata, and than GitHub's list of releases with their notes. */
const metadataLimit: Limit = { bytes: 1_000_000, code: 'ERR_UPDATER_INVALID_UPDATE_INFO' };

/** Limits the size of responses. `abortAll` ends requests for which electron-updater would wait forever. */
const guardRequests = (updater: AppUpdater, onData: () => void) => {
  const { httpExecutor } = updater as unknown as { readonly httpExecutor: Executor };
  const make = httpExecutor.createRequest.bind(httpExecutor);
  const requests: ClientRequest[] = [];
  let limit = metadataLimit;
  const end = (request: ClientRequest, why: Error): void => {
    request.abort();
    // Aborting does not emit an error; after the end of a request this has no effect.
    request.emit('error', why);
  };
  httpExecutor.createRequest = (...args) => {
    const request = make(...args);
    requests.push(request);
    const { bytes, code } = limit;
    let left = bytes;
    request.on('response', (response) =>
      response.on('data', (chunk) => {
        onData();
        left -= Buffer.byteLength(chunk);
        if (left < 0)
          end(request, Object.assign(new Error('the response exceeds its limit'), { code }));
      }),
    );
    return request;
  };
  return {
    allow: (next: Limit): void => void (limit = next),
    abortAll: (): void => {
      for (const request of requests.splice(0)) end(request, new Error('canceled'));
    },
  };
};

/** Replaces the random id that electron-updater would create for this computer and send. */
const sharedID = '00000000-0000-0000-0000-000000000000';

/** electron-updater's messages may contain the server's text. */
const getFirstLine = (message: unknown): string => /^.{0,500}/.exec(String(message))?.[0] ?? '';

const configure = <U extends AppUpdater>(updater: U, dependencies: Dependencies): U => {
  const { address, configuration, runningVersion, log } = dependencies;
  updater.logger = {
    info: (message: unknown) => log.info({}, getFirstLine(message)),
    warn: (message: unknown) => log.warn({}, getFirstLine(message)),
    error: (message: unknown) => log.warn({}, getFirstLine(message)),
  };
  updater.autoDownload = false;
  // The app decides when to install: electron-updater does not wait for its exit.
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  // Block maps are not signed, and are unpacked in memory.
  updater.disableDifferentialDownload = true;
  updater.updateConfigPath = configuration;
  // copy.ts decides whether this copy updates itself.
  updater.forceDevUpdateConfig = true;
  updater.setFeedURL(address);
  updater.allowPrerelease = isPrerelease(runningVersion);
  updater.allowDowngrade = false;
  Object.assign(updater, { stagingUserIdPromise: { value: Promise.resolve(sharedID) } });
  // Covers redirects too.
  updater.netSession.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !isSafeAddress(url) }),
  );
  return updater;
};

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

export const openUpdater = (dependencies: Dependencies): Updater => {
  const { copy, isReplaced, args, releaseLock, wait } = dependencies;
  const image = copy.kind === 'appimage' ? configure(new ImageUpdater(), dependencies) : null;
  const mac = copy.kind === 'mac' ? configure(new MacUpdater(), dependencies) : null;
  const installer = copy.kind === 'nsis' ? configure(new NsisUpdater(), dependencies) : null;
  const updater = image ?? mac ?? installer;
  if (updater === null) throw new Error('this copy has no updater');
  let token: CancellationToken | null = null;
  let ready: { readonly file: string; readonly digests: readonly string[] } | null = null;

  const catchErrors = async <T>(work: () => Promise<T>): Promise<Answer<T>> => {
    try {
      return succeed(await work());
    } catch (thrown) {
      return { ok: false, error: toUpdateFailure(thrown) };
    }
  };
  /** The previous call: electron-updater would return its result for the next one. */
  let last: Promise<unknown> = Promise.resolve();
  const runInOrder = <T>(work: (wanted: CancellationToken) => Promise<T>): Promise<Answer<T>> => {
    const wanted = new CancellationToken();
    const before = last;
    const answer = catchErrors(async () => {
      await before;
      if (wanted.cancelled) throw new Error('canceled');
      return work(wanted);
    });
    token = wanted;
    last = answer;
    return answer;
  };
  let onProgress: (percent: number) => void = () => undefined;
  let percent = 0;
  // Not emitted if the server reports no length.
  updater.on('download-progress', (info) => (percent = info.percent));
  /** The last error event; some errors are reported in no other way. */
  let lastError: unknown = null;
  updater.on('error', (error) => (lastError = error));
  const requests = guardRequests(updater, () => onProgress(percent));

  const installFile = async (file: string, digests: readonly string[], restarts: boolean) => {
    checkDigest(file, digests);
    if (copy.kind === 'appimage') {
      replaceImage(copy.file, file, digests);
      rmSync(file, { force: true });
    } else if (installer !== null) {
      lastError = null;
      installer.install(true, restarts);
      await wait(installerStartMs);
      if (lastError !== null) throw Object.assign(new Error('not started'), { code: 'EACCES' });
    } else {
      const accepted = once(autoUpdater, 'update-downloaded').then(() => true);
      autoUpdater.checkForUpdates();
      if (!(await Promise.race([accepted, wait(macInstallMs)])))
        throw new Error('macOS did not accept the update in time');
      // Installed when the app exits, which a restart causes.
      if (!restarts) return;
      autoUpdater.quitAndInstall();
      await wait(macInstallMs);
    }
  };

  return {
    fetchLatest: () =>
      runInOrder(async () => {
        requests.abortAll();
        requests.allow(metadataLimit);
        return (await updater.checkForUpdates())?.updateInfo;
      }),
    download: async ({ files }: Release, progress) => {
      if (copy.kind === 'appimage' && !isWritable(dirname(copy.file)))
        return { ok: false, error: buildUpdateFailure('read_only') };
      return runInOrder(async (wanted) => {
        percent = 0;
        lastError = null;
        onProgress = progress;
        requests.allow({
          bytes: Math.max(...files.map(({ size }) => size)),
          code: 'ERR_CHECKSUM_MISMATCH',
        });
        const [file] = await updater.downloadUpdate(wanted);
        // macOS's updater reports now if it refuses an unsigned copy.
        if (lastError instanceof Error) throw lastError;
        if (file === undefined) throw new Error('nothing was downloaded');
        ready = { file, digests: files.map(({ sha512 }) => sha512) };
      });
    },
    cancel: () => {
      onProgress = () => undefined;
      token?.cancel();
      requests.abortAll();
    },
    install: async (restarts) => {
      // A newer version may have replaced the file, or somebody deleted it.
      const wasReplaced = isReplaced();
      const answer = await catchErrors(async () => {
        if (ready === null) throw new Error('nothing was downloaded');
        if (wasReplaced) return rmSync(ready.file, { force: true });
        return installFile(ready.file, ready.digests, restarts);
      });
      // A requested restart happens even after a failure, with the file that is in place.
      if (restarts && copy.kind === 'appimage') {
        releaseLock();
        image?.start(copy.file, args);
      } else if (restarts && (wasReplaced || !answer.ok)) app.relaunch({ args: [...args] });
      return answer;
    },
  };
};
