/**
 * A request as a command for a POSIX shell. Who it is from stands in it as variables that whoever runs
 * it sets; nothing else of the request is a secret, and nothing in it is read by the shell.
 */
type Request = { readonly method: string; readonly url: string; readonly body: string | null };

const credentials = {
  token: `--header "Authorization: Bearer $ACCESS_TOKEN"`,
  staging: `--user "$STAGING_USERNAME:$STAGING_PASSWORD"`,
} as const;

/** A text that the shell takes as it is: in single quotes, a single quote itself between two of them. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * The command, over several lines.
 *
 * @param by whose request it is: `$ACCESS_TOKEN`, or `$STAGING_USERNAME` and `$STAGING_PASSWORD`
 */
export const curlOf = ({ method, url, body }: Request, by: keyof typeof credentials): string =>
  [
    `curl --globoff --request ${method} ${quoted(url)}`,
    credentials[by],
    `--header 'Accept: application/json'`,
    ...(body === null
      ? []
      : [`--header 'Content-Type: application/json'`, `--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ');
