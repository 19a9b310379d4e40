/** Static pages for the returning browser. Nothing of the request appears in them. */
import { createHash } from 'node:crypto';

const style =
  'body{font:18px/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto;padding:0 1.5rem;color:#1d2733;background:#f7f8fa}' +
  'h1{font-size:1.4rem}@media(prefers-color-scheme:dark){body{color:#e6eaf0;background:#14181f}}';

const buildPage = (title: string, text: string, more = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
  `<style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p>${more}</main></body></html>`;

const buildReturnPage = (more = ''): string =>
  buildPage(
    'Back to Hearthline',
    'You can close this window and return to Hearthline. Hearthline continues automatically.',
    more,
  );

export const pages = {
  /** For an answer to this attempt, be it consent or refusal. */
  accepted: buildReturnPage(),
  /** For an answer to another attempt. */
  rejected: buildPage(
    'This is not the sign-in that Hearthline waits for',
    'Nothing was changed. Close this window, return to Hearthline and connect again from there.',
  ),
  /** As `accepted`, on a system that opens `hearthline:` links with this app. */
  acceptedWithLink: buildReturnPage('<p><a href="hearthline:">Open Hearthline</a></p>'),
  unknown: buildPage(
    'Nothing here',
    'This address is used by Hearthline while you connect an account.',
  ),
} as const;

const styleHash = createHash('sha256').update(style).digest('base64');

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; ` +
    `frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
