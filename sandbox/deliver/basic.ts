/** HTTP Basic for calls that go out: how the service shows who it is. */
export const basicAuth = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
