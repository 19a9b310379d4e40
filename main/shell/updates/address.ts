/**
 * Where a packaged app asks for updates: the file that the packager writes into its resources, of which only what is
 * understood here is passed on. Nothing else, and no environment variable, names a server.
 */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';

export type UpdateAddress =
  | { readonly provider: 'generic'; readonly url: string }
  | { readonly provider: 'github'; readonly owner: string; readonly repo: string };

/** Whether a request may go there: encrypted on its way, or not leaving this computer. */
export const isSafeAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
};

const unquoted = (value: string): string =>
  /^(?:'([^']*)'|"([^"\\]*)")$/.exec(value)?.slice(1).find(Boolean) ?? value;

/** The plain lines of the file: `name: value`. */
const fieldsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^([A-Za-z]+):[ \t]+(\S.*?)[ \t]*$/gm)].map(([, name = '', value = '']) => [
      name,
      unquoted(value),
    ]),
  );

const nameOnGitHub = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Reads `app-update.yml`. Errors: `invalid_input` for an address that is not https, and for what is none. */
export const readAddress = (text: string): Answer<UpdateAddress> => {
  const fields = fieldsOf(text);
  const [provider, url, owner, repo] = ['provider', 'url', 'owner', 'repo'].map(
    (name) => fields.get(name) ?? '',
  ) as [string, string, string, string];
  if (provider === 'generic' && isSafeAddress(url)) return succeed({ provider, url });
  // A server of its own, or a token, would be another one than github.com.
  const isPlain = ['host', 'protocol', 'token', 'private'].every((name) => !fields.has(name));
  if (provider === 'github' && isPlain && nameOnGitHub.test(owner) && nameOnGitHub.test(repo))
    return succeed({ provider, owner, repo });
  return fail('invalid_input', 'The address for updates cannot be used.');
};
