/**
 * Whether a tray would be seen: a Linux desktop may have none, may have it a while after the sign-in, and
 * may lose it, and Electron says nothing of that. So the session's bus is asked, each time it matters;
 * anything but a clear yes is a no, for a window that is gone without a tray is one that nobody finds.
 */
import { execFile } from 'node:child_process';

/** A bus that takes longer has other worries. */
const patienceMs = 1_000;

const question = [
  '--session',
  '--print-reply=literal',
  '--dest=org.kde.StatusNotifierWatcher',
  '/StatusNotifierWatcher',
  'org.freedesktop.DBus.Properties.Get',
  'string:org.kde.StatusNotifierWatcher',
  'string:IsStatusNotifierHostRegistered',
];

/** Asks; never rejects. */
export const hasTrayHost = (platform: NodeJS.Platform): Promise<boolean> =>
  platform !== 'linux'
    ? Promise.resolve(true)
    : new Promise((answer) => {
        execFile('dbus-send', question, { timeout: patienceMs }, (error, said) =>
          answer(error === null && /\bboolean true\b/.test(said)),
        );
      });
