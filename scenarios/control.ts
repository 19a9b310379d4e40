/** Client of the control interface of a running sandbox. */
import { z } from 'zod';

/** An error for the person at the terminal that ends a scenario. */
export class CannotPlay extends Error {}

export type Control = {
  /** Calls the interface; throws CannotPlay if the sandbox refuses or does not answer. */
  readonly call: (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;
};

const timeoutMs = 10_000;
const refusal = z.object({ detail: z.string() });

/**
 * @param url of the control interface, on this computer
 * @param token the control token of the sandbox's ready line
 */
export const openControl = (url: string, token: string): Control => {
  const { protocol, hostname } = URL.parse(url) ?? {};
  if (protocol !== 'http:' || hostname !== '127.0.0.1')
    throw new CannotPlay('the control address is that of a sandbox: http://127.0.0.1:PORT/sandbox');
  return {
    call: async (method, path, body) => {
      let response: Response;
      let text: string;
      try {
        response = await fetch(url.replace(/\/$/, '') + path, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        text = await response.text();
      } catch {
        throw new CannotPlay(`the sandbox at ${url} does not answer`);
      }
      let value: unknown = null;
      try {
        value = JSON.parse(text);
      } catch {
        // Handled below as a refusal.
      }
      if (response.ok && value !== null) return value;
      const { success, data } = refusal.safeParse(value);
      throw new CannotPlay(
        `the sandbox refused ${path} with ${response.status}${success ? `: ${data.detail}` : ''}`,
      );
    },
  };
};

const stats = z.object({ requests: z.object({ byPath: z.record(z.string(), z.number()) }) });

/** True if an app has connected and requested its webhooks. */
export const isConnected = async ({ call }: Control): Promise<boolean> => {
  const { requests } = stats.parse(await call('GET', '/stats'));
  return Object.keys(requests.byPath).some((path) => path.endsWith('/webhooks'));
};

const users = z.object({ data: z.array(z.object({ businessIDs: z.array(z.string()) })) });

/** Lists the ids of the professional's businesses, in order. */
export const listBusinesses = async ({ call }: Control): Promise<readonly string[]> => {
  const { data } = users.parse(await call('GET', '/users'));
  return data[0]?.businessIDs ?? [];
};
