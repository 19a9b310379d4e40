/** HTML pages for connecting. All inserted text is escaped, and nothing external is loaded. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Escaped HTML. */
export type Html = {
  readonly html: string;
};

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Template tag: escapes strings and keeps Html values. */
export const html = (
  strings: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html => {
  const shown = values.map((value) =>
    typeof value === 'string'
      ? escape(value)
      : [value]
          .flat()
          .map((part) => part.html)
          .join(''),
  );
  return { html: strings.reduce((page, part, i) => page + shown[i - 1] + part) };
};

/** Sends a page. `redirectURI` is the target of its form, because `form-action` also covers redirects. */
export const sendPage = (
  reply: FastifyReply,
  status: number,
  title: string,
  body: Html,
  redirectURI?: string,
): FastifyReply => {
  const nonce = randomBytes(16).toString('base64');
  const formAction = redirectURI ? `'self' ${new URL(redirectURI).origin}` : "'self'";
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      // With “no-referrer” a browser would send the form without an origin.
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
    })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title><style nonce="${nonce}">${style}</style></head><body><main>${body.html}</main></body></html>`,
    );
};

/** Sends the page for an invalid connection request; never redirects. */
export const sendRejectionPage = (reply: FastifyReply, reason: string): FastifyReply => {
  const title = 'This connection cannot be made';
  return sendPage(
    reply,
    400,
    title,
    html`<p class="brand">Marketplace sandbox</p>
      <h1>${title}</h1>
      <p>${reason}</p>
      <p class="quiet">Nothing was shared. You can close this window.</p>`,
  );
};

const style = `
:root { color-scheme: light dark; --page: #f3f4f6; --card: #fff; --ink: #14202b; --quiet: #5a6672; --line: #dde2e7; --accent: #0b6e66; --accent-ink: #fff }
@media (prefers-color-scheme: dark) { :root { --page: #0f151a; --card: #182128; --ink: #e8eef2; --quiet: #9fb0bc; --line: #2c3842; --accent: #35b8a9; --accent-ink: #06201d } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
main { width: min(460px, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 32px; box-shadow: 0 12px 32px rgb(0 0 0 / 8%) }
.brand { margin: 0 0 20px; font-size: 13px; font-weight: 600; letter-spacing: .02em; color: var(--accent) }
h1 { margin: 0 0 8px; font-size: 23px; line-height: 1.25; text-wrap: balance }
p { margin: 0 0 16px }
.quiet { color: var(--quiet); font-size: 14px; margin: 0 }
ul { margin: 0 0 20px; padding: 16px 16px 16px 36px; border: 1px solid var(--line); border-radius: 10px }
li + li { margin-top: 6px }
label { display: block; font-weight: 600; margin-bottom: 6px }
select { width: 100%; min-height: 44px; margin-bottom: 20px; padding: 0 12px; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 8px }
.decision { display: flex; gap: 12px; margin-bottom: 16px }
button { flex: 1; min-height: 44px; padding: 0 16px; font: inherit; font-weight: 600; border-radius: 8px; border: 1px solid var(--quiet); background: transparent; color: inherit; cursor: pointer }
button[value=allow] { background: var(--accent); border-color: var(--accent); color: var(--accent-ink) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`;
