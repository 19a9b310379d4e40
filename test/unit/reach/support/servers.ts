/** Real servers on this computer for channels: HTTP, ntfy as documented, and SMTP. */
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { certificate, key } from './certificate.ts';

export type Received = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
};

type Respond = (response: ServerResponse, request: Received) => void;

const startListening = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};

/** An HTTP server that records requests. `respond` may also cut the connection or stay silent. */
export const startHTTPServer = async (respond: Respond, isSecure = false) => {
  const received: Received[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        text,
        json: JSON.parse(text) as Received['json'],
      };
      received.push(one);
      respond(response, one);
    });
  };
  const server = isSecure
    ? createSecure({ cert: certificate, key }, listener)
    : createPlain(listener);
  const port = await startListening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`, port, received };
};

export const answer =
  (
    status: number,
    body: object | string,
    headers: Readonly<Record<string, string>> = {},
  ): Respond =>
  (response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** ntfy, Publish as JSON: a protected topic needs the token; errors have code, http and error. */
export const startNtfyServer = (token: string | null = null) =>
  startHTTPServer((response, { path, headers, json }) => {
    const refuse = (status: number, code: number, error: string): void =>
      answer(status, { code, http: status, error, link: 'https://ntfy.sh/docs/publish' })(
        response,
        { path, headers, json, text: '' },
      );
    if (path !== '/') return refuse(404, 40_401, 'page not found');
    if (token !== null && headers.authorization !== `Bearer ${token}`)
      return refuse(403, 40_301, 'forbidden');
    const { topic, message } = json;
    if (typeof topic !== 'string' || !/^[-_A-Za-z0-9]{1,64}$/.test(topic))
      return refuse(400, 40_009, 'invalid request: topic invalid');
    return answer(200, { id: 'hwQ2YpKdmg', time: 1_635_528_741, event: 'message', topic, message })(
      response,
      { path, headers, json, text: '' },
    );
  });

export const mailUser = { username: 'pat', password: 'correct horse battery' };

/** An SMTP server with one user. */
export const startMailServer = async (options: SMTPServerOptions = {}) => {
  const mails: string[] = [];
  const passwords: string[] = [];
  const server = new SMTPServer({
    cert: certificate,
    key,
    logger: false,
    onAuth: (auth, _session, done) => {
      passwords.push(auth.password ?? '');
      if (auth.username === mailUser.username && auth.password === mailUser.password)
        done(null, { user: 'pat' });
      else done(new Error(`Wrong password ${auth.password}`));
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const port = await startListening(server.server);
  onTestFinished(() => void server.close());
  return { port, mails, passwords, server };
};

/** A port of this computer on which nothing listens. */
export const findClosedPort = async (): Promise<number> => {
  const server = createPlain();
  const port = await startListening(server);
  await new Promise((done) => server.close(done));
  return port;
};
