/** The address of updates, from the package's file and nowhere else. */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';

export type UpdateAddress =
  | { readonly provider: 'generic'; readonly url: string }
  | { readonly provider: 'github'; readonly owner: string; readonly repo: string };

/** True if a request is encrypted or stays on this computer. */
export const isSafeAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
};

const unquote = (value: string): string =>
  /^(?:'([^']*)'|"([^"\\]*)")$/.exec(value)?.slice(1).find(Boolean) ?? value;

/** The file's plain lines: `name: value`. */
const parseFields = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^([A-Za-z]+):[ \t]+(\S.*?)[ \t]*$/gm)].map(([, name = '', value = '']) => [
      name,
      unquote(value),
    ]),
  );

const nameOnGitHub = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Parses `app-update.yml`. Errors: `invalid_input`. */
export const parseUpdateAddress = (text: string): Answer<UpdateAddress> => {
  const fields = parseFields(text);
  const [provider, url, owner, repo] = ['provider', 'url', 'owner', 'repo'].map(
    (name) => fields.get(name) ?? '',
  ) as [string, string, string, string];
  if (provider === 'generic' && isSafeAddress(url)) return succeed({ provider, url });
  // These fields would lead to another server than github.com.
  const isPlain = ['host', 'protocol', 'token', 'private'].every((name) => !fields.has(name));
  if (provider === 'github' && isPlain && nameOnGitHub.test(owner) && nameOnGitHub.test(repo))
    return succeed({ provider, owner, repo });
  return fail('invalid_input', 'The address for updates cannot be used.');
};
