/** Detects if a tray icon would be visible: on Linux by the session bus, where any doubt means no. */
import { execFile } from 'node:child_process';

const patienceMs = 1_000;

const query = [
  '--session',
  '--print-reply=literal',
  '--dest=org.kde.StatusNotifierWatcher',
  '/StatusNotifierWatcher',
  'org.freedesktop.DBus.Properties.Get',
  'string:org.kde.StatusNotifierWatcher',
  'string:IsStatusNotifierHostRegistered',
];

export const hasTrayHost = (platform: NodeJS.Platform): Promise<boolean> =>
  platform !== 'linux'
    ? Promise.resolve(true)
    : new Promise((answer) => {
        execFile('dbus-send', query, { timeout: patienceMs }, (error, reply) =>
          answer(error === null && /\bboolean true\b/.test(reply)),
        );
      });
