/** Formats a request as a command for a POSIX shell, with variables in place of credentials. */
type Request = { readonly method: string; readonly url: string; readonly body: string | null };

const credentials = {
  token: `--header "Authorization: Bearer $ACCESS_TOKEN"`,
  staging: `--user "$STAGING_USERNAME:$STAGING_PASSWORD"`,
} as const;

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** @param auth `$ACCESS_TOKEN`, or `$STAGING_USERNAME` and `$STAGING_PASSWORD` */
export const formatCurl = (
  { method, url, body }: Request,
  auth: keyof typeof credentials,
): string =>
  [
    `curl --globoff --request ${method} ${quote(url)}`,
    credentials[auth],
    `--header 'Accept: application/json'`,
    ...(body === null
      ? []
      : [`--header 'Content-Type: application/json'`, `--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
