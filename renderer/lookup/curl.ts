/**
 * A request as a command for a POSIX shell. The token stands in it as `$ACCESS_TOKEN`, which whoever
 * runs it sets; nothing else of the request is a secret, and nothing in it is read by the shell.
 */
import type { LookupResult } from '../../contract/commands/lookup.ts';

/** A text that the shell takes as it is: in single quotes, a single quote itself between two of them. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command, over several lines. */
export const curlOf = ({ method, url, body }: LookupResult['request']): string =>
  [
    `curl --globoff --request ${method} ${quoted(url)}`,
    `--header "Authorization: Bearer $ACCESS_TOKEN"`,
    `--header 'Accept: application/json'`,
    ...(body === null
      ? []
      : [`--header 'Content-Type: application/json'`, `--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ');
