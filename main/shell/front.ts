/** The one window, which may be closed. Events wait until its page listens. */
import type { BrowserWindow } from 'electron';
import type { EventName, EventPayload } from '../../contract/events.ts';
import type { PageCrashes } from './page-crash.ts';

type Dependencies = {
  readonly open: () => BrowserWindow;
  /** Whether the app keeps running without a window. */
  readonly keepsRunning: () => boolean;
  /** Whether there is a tray icon to reopen the window. */
  readonly isFound: () => Promise<boolean>;
  readonly tellWindow: <E extends EventName>(
    window: BrowserWindow | null,
    event: E,
    payload: EventPayload<E>,
  ) => void;
  /** Takes the focus from another app if showing a window is not enough. */
  readonly comeForward: () => void;
  readonly pageCrashed: PageCrashes['crashed'];
  /** Loads the page without its stored state. */
  readonly loadPlain: (window: BrowserWindow) => void;
  readonly platform: NodeJS.Platform;
};

type Notify = <E extends EventName>(event: E, payload: EventPayload<E>) => void;

export type Front = {
  readonly now: () => BrowserWindow | null;
  readonly open: (how: 'shown' | 'minimized') => void;
  readonly show: () => void;
  /** Sends an event to the window, if there is one. */
  readonly tell: Notify;
  /** Shows the window and sends an event once its page listens. */
  readonly showAnd: Notify;
  readonly listens: () => void;
  /** The app is quitting: closing the window is final. */
  readonly leave: () => void;
};

export const createFront = (dependencies: Dependencies): Front => {
  const { open, keepsRunning, isFound, tellWindow } = dependencies;
  const { comeForward, pageCrashed, loadPlain, platform } = dependencies;
  let window: BrowserWindow | null = null;
  let isListening = false;
  let isLeaving = false;
  let waiting: (() => void) | null = null;
  /** How the window will appear; null once it has. */
  let coming: 'shown' | 'minimized' | null = null;
  /** The window is closing. `isWantedAgain` opens another one afterwards. */
  let isGoing = false;
  let isWantedAgain = false;

  const tell: Notify = (event, payload) => tellWindow(window, event, payload);

  /** Minimizes the window if no tray icon could reopen it. */
  const closeOrMinimize = async (own: BrowserWindow): Promise<void> => {
    const isSafe = await isFound();
    if (own.isDestroyed() || asked !== own) return;
    asked = null;
    if (!isSafe) return own.minimize();
    mayClose.add(own);
    own.close();
  };
  const mayClose = new WeakSet<BrowserWindow>();
  let asked: BrowserWindow | null = null;

  const make = (how: 'shown' | 'minimized'): void => {
    const own = open();
    window = own;
    isListening = false;
    isGoing = false;
    coming = how;
    own.once('ready-to-show', () => {
      if (coming === 'minimized') {
        own.showInactive();
        own.minimize();
      } else own.show();
      coming = null;
    });
    own.on('close', (event) => {
      // macOS reopens it from the dock.
      const mayGo = isLeaving || mayClose.has(own) || platform === 'darwin';
      if (mayGo || !keepsRunning()) {
        isGoing = true;
        return;
      }
      event.preventDefault();
      asked = own;
      void closeOrMinimize(own);
    });
    own.once('closed', () => {
      if (window !== own) return;
      window = null;
      if (isWantedAgain && !isLeaving) make('shown');
      isWantedAgain = false;
    });
    own.webContents.on('render-process-gone', (_event, crash) => {
      if (crash.reason === 'clean-exit' || own.isDestroyed()) return;
      // A reloaded page would keep the window and the app from closing.
      if (isGoing) return own.destroy();
      pageCrashed(crash, (how) => {
        if (own.isDestroyed()) return;
        if (how === 'plain') loadPlain(own);
        else own.reload();
      });
    });
    own.webContents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) isListening = false;
    });
  };

  const show = (): void => {
    asked = null;
    if (window === null) make('shown');
    else if (isGoing) isWantedAgain = true;
    else if (coming !== null) coming = 'shown';
    else {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      comeForward();
    }
  };

  return {
    now: () => window,
    open: make,
    show,
    tell,
    showAnd: (event, payload) => {
      show();
      if (isListening && !isGoing) tell(event, payload);
      else waiting = () => tell(event, payload);
    },
    listens: () => {
      if (isGoing) return;
      isListening = true;
      waiting?.();
      waiting = null;
    },
    leave: () => {
      isLeaving = true;
    },
  };
};
