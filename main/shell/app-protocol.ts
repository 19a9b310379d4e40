/** Serves the page over our own scheme, never file: (security rules 2 and 3). */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { protocol, type Session } from 'electron';
import { photoTypes } from '../../contract/photos.ts';
import { buildContentSecurityPolicy, findServedFile } from './served-file.ts';

export const appOrigin = 'app://hearthline';

/** The script of the first screen (electron.vite.config.ts). */
const firstScript = /[\\/]first-[^\\/]+\.js$/;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  ...Object.fromEntries(Object.entries(photoTypes).map(([end, type]) => [`.${end}`, type])),
};

/** Declares `app:` as a scheme with an origin and a code cache. Call before the app is ready. */
export const declareAppScheme = (): void => {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
};

/** Serves page and photos to a session; resolves when a page has received its script. */
export const serveApp = (
  session: Session,
  folders: Parameters<typeof findServedFile>[0],
): Promise<void> => {
  const { promise: scriptServed, resolve: servedScript } = Promise.withResolvers<void>();
  session.protocol.handle('app', async (request) => {
    const file = request.method === 'GET' ? await findServedFile(folders, request.url) : null;
    const type = file === null ? undefined : types[extname(file)];
    if (file === null || type === undefined) return new Response(null, { status: 404 });
    const nonce = randomBytes(16).toString('base64');
    const body = await readFile(file);
    if (firstScript.test(file)) setImmediate(servedScript);
    return new Response(
      extname(file) === '.html' ? body.toString('utf8').replaceAll('__CSP_NONCE__', nonce) : body,
      {
        // Cross-Origin-Opener-Policy would replace the page's process by a second one, and no page opens another.
        headers: {
          'content-type': type,
          'content-security-policy': buildContentSecurityPolicy(nonce),
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        },
      },
    );
  });
  return scriptServed;
};
