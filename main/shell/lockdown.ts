/** Denies pages navigation, windows, permissions and network (security rules 4, 5 and 19). */
import { app, type Session } from 'electron';
import { appOrigin } from './app-protocol.ts';
import type { Spelling } from './spelling.ts';

/** A proxy that does not exist, for everything but spelling dictionaries. It also blocks WebRTC over TCP. */
const deadProxy = {
  mode: 'fixed_servers',
  proxyRules: 'socks5://127.0.0.1:1',
  proxyBypassRules: '<-loopback>,*.gvt1.com',
} as const;

const allowedPermissions = ['notifications', 'clipboard-sanitized-write'];

/** Forbids navigation, new windows and permissions in every page that is created later. */
export const lockContents = (): void => {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    // Navigation to an empty page cannot be prevented, so it is reverted.
    contents.on('did-navigate', (_navigated, address) => {
      if (address.startsWith('about:')) void contents.loadURL(`${appOrigin}/`);
    });
    // WebRTC bypasses the session's handlers; over TCP it uses its proxy.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
};

/** Denies network access, and permissions except two harmless ones for our page. */
export const lockSession = (session: Session, mayFetch: Spelling['mayFetch']): void => {
  const isGranted = (permission: string, origin: string): boolean =>
    allowedPermissions.includes(permission) && (origin === appOrigin || origin === `${appOrigin}/`);
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(isGranted(permission, contents.mainFrame.origin)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isGranted(permission, origin),
  );
  void session.setProxy(deadProxy);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(
    { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'] },
    (request, answer) => answer({ cancel: !mayFetch(request) }),
  );
};
