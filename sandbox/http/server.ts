/**
 * The HTTP server under everything: body types, statistics, faults, and the answers to what no
 * endpoint knows. Knows no endpoint itself.
 */
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { World } from '../world.ts';
import { addFaults } from './faults.ts';
import { sendProblem } from './problem.ts';

/** Far above any text the service takes, so that a long one is refused with a reason. */
const bodyLimit = 16 * 1024 * 1024;

export const createServer = (world: World): FastifyInstance => {
  const app = fastify({
    logger: false,
    bodyLimit,
    forceCloseConnections: true,
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      sendProblem(reply, { status: error.statusCode ?? 400, detail: error.message });
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  readBodies(app);

  refuseStrangers(app, world);

  const isControl = (url: string) => /^\/sandbox(\/|$)/.test(url);
  app.addHook('onRequest', async (request) => {
    if (isControl(request.url)) return;
    const { requests } = world.state.stats;
    const path = request.url.split('?', 1)[0] ?? '';
    requests.total++;
    requests.byPath[path] = (requests.byPath[path] ?? 0) + 1;
  });
  addFaults(app, world, isControl);
  app.addHook('onResponse', async (request) => {
    if (request.method !== 'GET') world.changed();
  });

  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, { status: 404, detail: `Nothing answers ${request.method} here.` }),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      // The address can carry a code or a token (legacy), so only its path is written.
      world.log(`${request.method} ${request.url.split('?', 1)[0]} failed: ${error.stack}`);
      return sendProblem(reply, { status, detail: 'The sandbox failed; its log says why.' });
    }
    return sendProblem(reply, { status, detail: error.message });
  });
  return app;
};

/**
 * Lets in only what was sent to the very address that was listened on, by a program or by a page of
 * this address: a name that was rebound to this computer, or another page in its browser, is refused
 * before anything is looked at. Without a secret of its own (on a command line, for scripts) it may also
 * be reached at another port of this computer: a line that somebody put in between to cut it.
 */
const refuseStrangers = (app: FastifyInstance, world: World): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { host, origin = world.baseUrl } = request.headers;
    const isLine = world.options.secret === undefined && /^127\.0\.0\.1:\d+$/.test(host ?? '');
    if (`http://${host}` !== world.baseUrl && !isLine)
      return sendProblem(reply, { status: 421, detail: 'This address is not served here.' });
    if (origin !== world.baseUrl)
      return sendProblem(reply, { status: 403, detail: 'Other pages may not call this service.' });
  });
};

/** JSON and forms are read; anything else arrives as text and fails where a body is looked at. */
const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body.toString()));
    } catch {
      done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }), undefined);
    }
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) =>
      done(null, new FormBody(Object.fromEntries(new URLSearchParams(body.toString())))),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
};

/** A form-encoded body, so that no JSON can pass for one. */
class FormBody {
  readonly fields: Readonly<Record<string, string>>;
  constructor(fields: Readonly<Record<string, string>>) {
    this.fields = fields;
  }
}

/** The fields of a form-encoded body; undefined when the body is of another type. */
export const formOf = (body: unknown): Readonly<Record<string, string>> | undefined =>
  body instanceof FormBody ? body.fields : undefined;
