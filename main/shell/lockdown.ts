/**
 * Takes from every page what a page could misuse: navigation, new windows, webviews, permissions and
 * the network (security rules 4, 5 and 19). Applies to all contents ever made, not only to our window.
 */
import { app, type Session } from 'electron';
import { appOrigin } from './app-protocol.ts';
import type { Spelling } from './spelling.ts';

/** A proxy that nobody is, for all but the spelling dictionaries; WebRTC over TCP ends there. */
const nowhere = {
  mode: 'fixed_servers',
  proxyRules: 'socks5://127.0.0.1:1',
  proxyBypassRules: '<-loopback>,*.gvt1.com',
} as const;

const mayAsk = ['notifications', 'clipboard-sanitized-write'];

/** Refuses navigation, new windows and webviews in every contents that the app makes. */
export const lockContents = (): void => {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    // Nobody is asked before a page goes to an empty one, so it is called back.
    contents.on('did-navigate', (_navigated, address) => {
      if (address.startsWith('about:')) void contents.loadURL(`${appOrigin}/`);
    });
    // WebRTC opens sockets without asking the session; over TCP it uses the session's proxy.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
};

/**
 * Denies permissions except two harmless ones to our own page, and network access.
 *
 * @param mayLeave what of the browser's own requests is let through
 */
export const lockSession = (session: Session, mayLeave: Spelling['mayFetch']): void => {
  const granted = (permission: string, origin: string): boolean =>
    mayAsk.includes(permission) && (origin === appOrigin || origin === `${appOrigin}/`);
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(granted(permission, contents.mainFrame.origin)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => granted(permission, origin));
  void session.setProxy(nowhere);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(
    { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'] },
    (request, answer) => answer({ cancel: !mayLeave(request) }),
  );
};
