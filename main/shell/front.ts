/** The one window, which may be closed. Events of `showAndNotify` wait until its page listens. */
import type { BrowserWindow } from 'electron';
import type { EventName, EventPayload } from '../../contract/events.ts';
import type { HandleCrash } from './page-crash.ts';

type Notify = <E extends EventName>(event: E, payload: EventPayload<E>) => void;

export type Front = ReturnType<typeof createFront>;

export const createFront = (dependencies: {
  readonly open: () => BrowserWindow;
  /** True if the app keeps running without a window. */
  readonly keepsRunning: () => boolean;
  /** True if a tray icon can reopen the window. */
  readonly hasTrayIcon: () => Promise<boolean>;
  readonly sendEvent: <E extends EventName>(
    window: BrowserWindow | null,
    event: E,
    payload: EventPayload<E>,
  ) => void;
  /** Moves the app in front of others if focusing the window is not enough. */
  readonly moveToFront: () => void;
  readonly onPageCrash: HandleCrash;
  /** Loads the page without its stored state. */
  readonly loadPlain: (window: BrowserWindow) => void;
  readonly platform: NodeJS.Platform;
}) => {
  const { open, keepsRunning, hasTrayIcon, sendEvent } = dependencies;
  const { moveToFront, onPageCrash, loadPlain, platform } = dependencies;
  let window: BrowserWindow | null = null;
  let isListening = false;
  let isQuitting = false;
  let waiting: (() => void) | null = null;
  /** Appearance of a window that is not visible yet, else null. */
  let appearance: 'shown' | 'minimized' | null = null;
  /** True while the window is closing; if `reopens`, another one opens afterwards. */
  let isClosing = false;
  let reopens = false;

  /** Sends an event to the window, if there is one. */
  const notify: Notify = (event, payload) => sendEvent(window, event, payload);

  /** Closes the window, or minimizes it if no tray icon could reopen it. */
  const closeOrMinimize = async (browserWindow: BrowserWindow): Promise<void> => {
    const isSafe = await hasTrayIcon();
    if (browserWindow.isDestroyed() || windowToClose !== browserWindow) return;
    windowToClose = null;
    if (!isSafe) return browserWindow.minimize();
    mayClose.add(browserWindow);
    browserWindow.close();
  };
  const mayClose = new WeakSet<BrowserWindow>();
  let windowToClose: BrowserWindow | null = null;

  const createWindow = (how: 'shown' | 'minimized'): void => {
    const browserWindow = open();
    window = browserWindow;
    isListening = false;
    isClosing = false;
    appearance = how;
    browserWindow.once('ready-to-show', () => {
      if (appearance === 'minimized') {
        browserWindow.showInactive();
        browserWindow.minimize();
      } else browserWindow.show();
      appearance = null;
    });
    browserWindow.on('close', (event) => {
      // On macOS the dock reopens the window.
      const isFinal = isQuitting || mayClose.has(browserWindow) || platform === 'darwin';
      if (isFinal || !keepsRunning()) {
        isClosing = true;
        return;
      }
      event.preventDefault();
      windowToClose = browserWindow;
      void closeOrMinimize(browserWindow);
    });
    browserWindow.once('closed', () => {
      if (window !== browserWindow) return;
      window = null;
      if (reopens && !isQuitting) createWindow('shown');
      reopens = false;
    });
    browserWindow.webContents.on('render-process-gone', (_event, crash) => {
      if (crash.reason === 'clean-exit' || browserWindow.isDestroyed()) return;
      // A reloaded page would keep the window and the app from closing.
      if (isClosing) return browserWindow.destroy();
      onPageCrash(crash, (how) => {
        if (browserWindow.isDestroyed()) return;
        if (how === 'plain') loadPlain(browserWindow);
        else browserWindow.reload();
      });
    });
    browserWindow.webContents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) isListening = false;
    });
  };

  const show = (): void => {
    windowToClose = null;
    if (window === null) createWindow('shown');
    else if (isClosing) reopens = true;
    else if (appearance !== null) appearance = 'shown';
    else {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      moveToFront();
    }
  };

  /** Shows the window and sends an event once its page listens. */
  const showAndNotify: Notify = (event, payload) => {
    show();
    if (isListening && !isClosing) notify(event, payload);
    else waiting = () => notify(event, payload);
  };

  return {
    getWindow: () => window,
    open: createWindow,
    show,
    notify,
    showAndNotify,
    setListening: (): void => {
      if (isClosing) return;
      isListening = true;
      waiting?.();
      waiting = null;
    },
    /** Call when the app quits: a closed window is then not replaced. */
    allowClosing: () => void (isQuitting = true),
  };
};
