/** Runs exports, backups and restores in the files process, one at a time. */
import { basename } from 'node:path';
import type { z } from 'zod';
import type { FileWork } from '../../contract/commands/files.ts';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import {
  inspectedBackup,
  fileCounts,
  restored,
  type BackupPreview,
  type ExportFormat,
  type ExportSelection,
  type FileJob,
} from '../../contract/file-jobs.ts';
import { desktopWords, type AppLanguage } from './words.ts';
import type { Child } from './child.ts';
import { runFileJob } from './file-job.ts';
import { writeAtomically } from './write-atomically.ts';

const backupExtension = 'hearthline-backup';
const filters = {
  csv: [{ name: 'CSV', extensions: ['csv'] }],
  json: [{ name: 'JSON', extensions: ['json'] }],
};

type Started = Answer<{ started: boolean }>;
type FileChoice = {
  readonly name: string;
  readonly filters: { name: string; extensions: string[] }[];
};

/** Swedish dates are those of ISO 8601. */
const formatDay = (at: number): string => new Date(at).toLocaleDateString('sv-SE');

export const createFileWork = (dependencies: {
  readonly launch: () => Child;
  readonly database: string;
  readonly version: string;
  readonly now: () => number;
  readonly getLanguage: () => AppLanguage;
  readonly askPathToSave: (suggested: FileChoice) => Promise<string | null>;
  readonly askPathToOpen: (suggested: FileChoice) => Promise<string | null>;
  readonly pauseEngine: () => Promise<(() => void) | null>;
  readonly onChange: () => void;
  readonly onRestore: () => void;
}) => {
  const { launch, database, version, now, getLanguage } = dependencies;
  const { askPathToSave, askPathToOpen, pauseEngine, onChange, onRestore } = dependencies;
  let work: FileWork | null = null;
  let savedPath: string | null = null;
  let chosenBackup: { readonly path: string; readonly digest: string } | null = null;
  /** True if a dialog is open or a job is running. */
  let isBusy = false;
  let cancel: (() => void) | null = null;
  const buildBackupFilters = (): FileChoice['filters'] => [
    { name: desktopWords[getLanguage()].backupFile, extensions: [backupExtension] },
  ];

  const setWork = (next: FileWork | null): void => {
    work = next;
    onChange();
  };
  const busy = fail('conflict', 'Another file is being made or read.');

  /** Runs a job and reports progress; null if it was canceled. */
  const run = async <T extends z.ZodType>(
    kind: FileWork['kind'],
    name: string,
    job: FileJob,
    value: T,
  ): Promise<Answer<z.output<T>> | null> => {
    let isCanceled = false;
    let reportedAt = 0;
    const running = runFileJob(launch, job, value, (done, total) => {
      const at = now();
      // More frequent updates could not be read.
      if (Math.abs(at - reportedAt) < 200 || isCanceled) return;
      reportedAt = at;
      setWork({ state: 'running', kind, name, done, total });
    });
    cancel = () => {
      isCanceled = true;
      running.cancel();
    };
    setWork({ state: 'running', kind, name, done: 0, total: null });
    const answer = await running.answer;
    cancel = null;
    return isCanceled ? null : answer;
  };

  const finish = (
    kind: FileWork['kind'],
    name: string,
    answer: Answer<Pick<Extract<FileWork, { state: 'done' }>, 'counts' | 'heldBack'>> | null,
  ): void => {
    isBusy = false;
    setWork(
      answer === null
        ? null
        : answer.ok
          ? { state: 'done', kind, name, ...answer.value }
          : { state: 'failed', kind, name, error: answer.error },
    );
  };

  const makeFile = async <T extends z.ZodType<Partial<z.infer<typeof fileCounts>>>>(
    kind: 'export' | 'backup',
    suggested: FileChoice,
    value: T,
    buildJob: (to: string) => FileJob,
  ): Promise<Started> => {
    if (isBusy) return busy;
    isBusy = true;
    const path = await askPathToSave(suggested).catch(() => null);
    if (path === null) {
      isBusy = false;
      return succeed({ started: false });
    }
    const name = basename(path);
    let isCanceled = false;
    void writeAtomically(path, async (unfinished) => {
      const answer = await run(kind, name, buildJob(unfinished), value);
      isCanceled = answer === null;
      return answer ?? fail('conflict', 'Canceled.');
    }).then((answer) => {
      if (answer.ok) savedPath = path;
      finish(
        kind,
        name,
        isCanceled ? null : answer.ok ? succeed({ counts: answer.value, heldBack: 0 }) : answer,
      );
    });
    return succeed({ started: true });
  };

  return {
    getWork: () => work,
    getSavedPath: () => savedPath,
    exportLeads: (question: ExportSelection, format: ExportFormat) => {
      const extension = format === 'json' ? 'json' : 'csv';
      const what = format === 'messages' ? 'messagesFile' : 'leadsFile';
      const name = desktopWords[getLanguage()][what].replace('{{day}}', formatDay(now()));
      return makeFile(
        'export',
        { name: `${name}.${extension}`, filters: filters[extension] },
        fileCounts.unwrap().pick({ leads: true, messages: true }),
        (to) => ({ kind: 'export', database, to, question, format }),
      );
    },
    backUp: () =>
      makeFile(
        'backup',
        {
          name: `Hearthline ${formatDay(now())}.${backupExtension}`,
          filters: buildBackupFilters(),
        },
        fileCounts,
        (to) => ({ kind: 'backup', database, to, madeBy: version }),
      ),
    chooseBackup: async (): Promise<Answer<{ name: string; preview: BackupPreview } | null>> => {
      if (isBusy) return busy;
      isBusy = true;
      try {
        const path = await askPathToOpen({ name: '', filters: buildBackupFilters() });
        if (path === null) return succeed(null);
        const job: FileJob = { kind: 'inspect', database, from: path };
        const { answer } = runFileJob(launch, job, inspectedBackup);
        const inspected = await answer;
        if (!inspected.ok) return inspected;
        const { preview, digest } = inspected.value;
        chosenBackup = { path, digest };
        return succeed({ name: basename(path), preview });
      } finally {
        isBusy = false;
      }
    },
    restore: async (): Promise<Started> => {
      if (isBusy) return busy;
      if (chosenBackup === null) return fail('not_found', 'No backup was chosen.');
      isBusy = true;
      const { path: from, digest } = chosenBackup;
      const resumeEngine = await pauseEngine();
      if (resumeEngine === null) {
        isBusy = false;
        return fail('engine_unavailable', 'The part that keeps your leads does not run.');
      }
      const name = basename(from);
      const job: FileJob = { kind: 'restore', database, from, digest, main: process.pid };
      void run('restore', name, job, restored)
        .finally(resumeEngine)
        .then((answer) => {
          finish('restore', name, answer);
          // A cancellation may have come too late to keep the old database.
          if (answer === null || answer.ok) onRestore();
        });
      return succeed({ started: true });
    },
    cancel: () => cancel?.(),
    close: () => {
      if (work?.state !== 'running') setWork(null);
    },
  };
};
