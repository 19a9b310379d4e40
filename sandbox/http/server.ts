/** The HTTP server: body parsing, statistics, faults and error responses. Registers no endpoints. */
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { World } from '../world.ts';
import { addFaults } from './faults.ts';
import { Refusal, sendProblem } from './problem.ts';

/** Far above the longest valid text, so that endpoints can reject long ones with a reason. */
const bodyLimit = 16 * 1024 * 1024;

export const createServer = (world: World): FastifyInstance => {
  const app = fastify({
    logger: false,
    bodyLimit,
    forceCloseConnections: true,
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      sendProblem(reply, new Refusal(error.statusCode ?? 400, error.message));
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  addBodyParsers(app);

  rejectForeignRequests(app, world);

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
    if (request.method !== 'GET') world.markChanged();
  });

  app.setNotFoundHandler((request) => {
    throw new Refusal(404, `Nothing answers ${request.method} here.`);
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Refusal) return sendProblem(reply, error);
    const { statusCode = 500, message } = error;
    if (statusCode < 500) return sendProblem(reply, new Refusal(statusCode, message));
    // The query can contain a code or a token (legacy), so only the path is logged.
    world.log(`${request.method} ${request.url.split('?', 1)[0]} failed: ${error.stack}`);
    return sendProblem(reply, new Refusal(statusCode, 'The sandbox failed; its log says why.'));
  });
  return app;
};

/**
 * Rejects requests with another Host (DNS rebinding) or from pages of another origin. Without a secret,
 * as in tests and scripts, other ports of 127.0.0.1 are allowed, for a proxy in front of the sandbox.
 */
const rejectForeignRequests = (app: FastifyInstance, world: World): void => {
  app.addHook('onRequest', async (request) => {
    const { host, origin = world.baseUrl } = request.headers;
    const isProxied = world.options.secret === undefined && /^127\.0\.0\.1:\d+$/.test(host ?? '');
    if (`http://${host}` !== world.baseUrl && !isProxied)
      throw new Refusal(421, 'This address is not served here.');
    if (origin !== world.baseUrl) throw new Refusal(403, 'Other pages may not call this service.');
  });
};

/** Parses JSON and forms; other bodies stay text, which no endpoint accepts. */
const addBodyParsers = (app: FastifyInstance): void => {
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

/** A form-encoded body, distinguishable from JSON. */
class FormBody {
  readonly fields: Readonly<Record<string, string>>;
  constructor(fields: Readonly<Record<string, string>>) {
    this.fields = fields;
  }
}

/** Returns the fields of a form-encoded body; undefined for other types. */
export const getFormFields = (body: unknown): Readonly<Record<string, string>> | undefined =>
  body instanceof FormBody ? body.fields : undefined;
