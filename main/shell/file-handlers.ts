/** Handlers for exports, backups and diagnostics. */
import { join } from 'node:path';
import { app, shell, type BrowserWindow } from 'electron';
import { fail, succeed } from '../../contract/errors.ts';
import { changeKinds, type Change } from '../../contract/events.ts';
import { databaseFacts } from '../../contract/file-jobs.ts';
import { pause, systemClock } from '../clock/clock.ts';
import { defineMainHandlers, succeedAfter } from './answer-call.ts';
import type { Child } from './child.ts';
import { collectDiagnostics } from './diagnostics.ts';
import type { EngineService } from './engine-service.ts';
import { runFileJob } from './file-job.ts';
import type { SignIns } from './sign-ins.ts';
import { createFileWork } from './file-work.ts';
import { askWhereToSave, askWhichFile, saveText } from './dialogs.ts';
import type { AppLanguage } from './words.ts';

/** Longest wait of diagnostics for the database and the engine's settings. */
const patienceMs = 10_000;

export const createFileHandlers = (dependencies: {
  readonly launch: () => Child;
  readonly dataFolder: string;
  readonly runtime: string;
  readonly getWindow: () => BrowserWindow | null;
  readonly engine: Pick<EngineService, 'pause' | 'getState' | 'getFacts' | 'query'>;
  readonly signIns: Pick<SignIns, 'getOpened'>;
  readonly getLanguage: () => AppLanguage;
  readonly notify: (change: Change) => void;
}) => {
  const { launch, dataFolder, runtime, getWindow, engine, signIns, getLanguage, notify } =
    dependencies;
  const database = join(dataFolder, 'leads.db');
  const files = createFileWork({
    launch,
    database,
    version: app.getVersion(),
    now: systemClock.now,
    getLanguage,
    askPathToSave: (suggested) => askWhereToSave(getWindow(), suggested),
    askPathToOpen: ({ filters }) => askWhichFile(getWindow(), filters),
    pauseEngine: engine.pause,
    onChange: () => notify({ kinds: ['files'], leadIDs: [] }),
    onRestore: () => notify({ kinds: [...changeKinds], leadIDs: null }),
  });
  /** The text that the person saw; exactly this text is saved. */
  let diagnostics = '';

  return {
    stop: files.cancel,
    handlers: defineMainHandlers({
      'files.work': async () => succeed({ work: files.getWork() }),
      'files.export': ({ question, format }) => files.exportLeads(question, format),
      'files.backUp': files.backUp,
      'files.chooseBackup': files.chooseBackup,
      'files.restore': files.restore,
      'files.cancel': succeedAfter(files.cancel),
      'files.close': succeedAfter(files.close),
      'files.show': async () => {
        const path = files.getSavedPath();
        if (path === null) return fail('not_found', 'No file was made.');
        shell.showItemInFolder(path);
        return succeed({});
      },
      'diagnostics.read': async () => {
        const job = { kind: 'diagnose', database } as const;
        const facts = runFileJob(launch, job, databaseFacts);
        const late = pause(systemClock, patienceMs).then(() => {
          facts.cancel();
          return fail('timeout', 'The database was not read in time.');
        });
        // A broken engine may be the reason for the diagnostics.
        const answer =
          engine.getState().state === 'ready'
            ? await Promise.race([engine.query('settings.get'), late])
            : null;
        diagnostics = await collectDiagnostics({
          version: app.getVersion(),
          runtime,
          locale: app.getLocale(),
          dataFolder,
          now: systemClock.now(),
          engine: engine.getState(),
          engineFacts: engine.getFacts(),
          keychain: signIns.getOpened()?.keychain ?? null,
          settings: answer?.ok === true ? answer.value.settings : null,
          database: await Promise.race([facts.answer, late]),
        });
        return succeed({ text: diagnostics });
      },
      'diagnostics.save': async () =>
        saveText(getWindow(), { name: 'Hearthline diagnostics.txt' }, diagnostics),
    }),
  };
};
