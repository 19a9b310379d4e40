/**
 * The one window, which may be closed while the app runs: brought to the front, made where there is none,
 * and told what it is opened for as soon as its page listens.
 */
import type { BrowserWindow } from 'electron';
import type { EventName, EventPayload } from '../../contract/events.ts';
import type { PageCrashes } from './page-crash.ts';

type Dependencies = {
  /** Makes the window. */
  readonly open: () => BrowserWindow;
  /** Whether closing the window leaves the app running. */
  readonly keepsRunning: () => boolean;
  /** Whether the app could be found again without a window. */
  readonly isFound: () => Promise<boolean>;
  readonly tellWindow: <E extends EventName>(
    window: BrowserWindow | null,
    event: E,
    payload: EventPayload<E>,
  ) => void;
  /** Takes the keyboard from the app that is in front, where a window alone does not. */
  readonly comeForward: () => void;
  readonly pageCrashed: PageCrashes['crashed'];
  /** Loads the page without anything that it remembers. */
  readonly loadPlain: (window: BrowserWindow) => void;
  readonly platform: NodeJS.Platform;
};

type Told = <E extends EventName>(event: E, payload: EventPayload<E>) => void;

export type Front = {
  /** The window, if there is one. */
  readonly now: () => BrowserWindow | null;
  readonly open: (how: 'shown' | 'minimized') => void;
  /** Brings the window to the front. */
  readonly show: () => void;
  /** Tells the window something, if there is one. */
  readonly tell: Told;
  /** Brings the window to the front and tells it something, which a page that is only being read is told later. */
  readonly showAnd: Told;
  /** The page listens from now on. */
  readonly listens: () => void;
  /** The app ends: from now on closing the window closes it. */
  readonly leave: () => void;
};

/** Makes the keeper of the window; there is none yet. */
export const createFront = ({
  open,
  keepsRunning,
  isFound,
  tellWindow,
  comeForward,
  pageCrashed,
  loadPlain,
  platform,
}: Dependencies): Front => {
  let window: BrowserWindow | null = null;
  let isListening = false;
  let isLeaving = false;
  let waiting: (() => void) | null = null;
  /** How the window comes, once it has something to show; null once it has come. */
  let coming: 'shown' | 'minimized' | null = null;
  /** The window is going, though its page still keeps what was typed: another one takes its place if wanted. */
  let isGoing = false;
  let isWantedAgain = false;

  const tell: Told = (event, payload) => tellWindow(window, event, payload);

  /** A window without a tray to come back from stays, as small as it gets. */
  const closeOrMinimize = async (own: BrowserWindow): Promise<void> => {
    const isSafe = await isFound();
    if (own.isDestroyed() || asked !== own) return;
    asked = null;
    if (!isSafe) return own.minimize();
    mayClose.add(own);
    own.close();
  };
  const mayClose = new WeakSet<BrowserWindow>();
  /** The window that somebody wants to be closed, until that is decided. */
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
      // macOS leads back by its dock.
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
      // A page that is loaded again would keep its window, and the app with it, from ending.
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
