/** The control interface of a sandbox that runs, as whoever plays a scenario calls it. */
import { z } from 'zod';

/** A reason why a scenario cannot go on, for the person at the terminal. */
export class CannotPlay extends Error {}

export type Control = {
  /** Calls the interface; throws CannotPlay with the sandbox's own reason, or when it does not answer. */
  readonly call: (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;
};

const longestAnswerMs = 10_000;
const refusal = z.object({ detail: z.string() });

/**
 * @param url of the control interface: http on this computer, where a sandbox listens
 * @param token the control token of the sandbox's ready line
 */
export const openControl = (url: string, token: string): Control => {
  const { protocol, hostname } = URL.parse(url) ?? {};
  if (protocol !== 'http:' || hostname !== '127.0.0.1')
    throw new CannotPlay('the control address is that of a sandbox: http://127.0.0.1:PORT/sandbox');
  return {
    call: async (method, path, body) => {
      let answer: Response;
      let text: string;
      try {
        answer = await fetch(url.replace(/\/$/, '') + path, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body),
          redirect: 'error',
          signal: AbortSignal.timeout(longestAnswerMs),
        });
        text = await answer.text();
      } catch {
        throw new CannotPlay(`the sandbox at ${url} does not answer`);
      }
      let value: unknown = null;
      try {
        value = JSON.parse(text);
      } catch {
        // What is no JSON is no answer of a sandbox.
      }
      if (answer.ok && value !== null) return value;
      const { success, data } = refusal.safeParse(value);
      throw new CannotPlay(
        `the sandbox refused ${path} with ${answer.status}${success ? `: ${data.detail}` : ''}`,
      );
    },
  };
};

const stats = z.object({ requests: z.object({ byPath: z.record(z.string(), z.number()) }) });

/** Whether an app is connected, so far that it sees to where its deliveries go. */
export const isConnected = async ({ call }: Control): Promise<boolean> => {
  const { requests } = stats.parse(await call('GET', '/stats'));
  return Object.keys(requests.byPath).some((path) => path.endsWith('/webhooks'));
};

const users = z.object({ data: z.array(z.object({ businessIDs: z.array(z.string()) })) });

/** The ids of the professional's businesses, in their order. */
export const businessesOf = async ({ call }: Control): Promise<readonly string[]> => {
  const { data } = users.parse(await call('GET', '/users'));
  return data[0]?.businessIDs ?? [];
};
