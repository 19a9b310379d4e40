/** Injects the faults of the control interface before the endpoints, so that a failed request has no effect. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../state.ts';
import type { World } from '../world.ts';
import { formatProblem, problemType, Refusal } from './problem.ts';

/** Applies faults to all requests except those of the control interface. */
export const addFaults = (
  app: FastifyInstance,
  world: World,
  isControl: (url: string) => boolean,
) => {
  const droppedRequests = new WeakSet<FastifyRequest>();
  const extraHeaders = new WeakMap<FastifyRequest, Readonly<Record<string, string>>>();

  app.addHook('onRequest', async (request, reply) => {
    const fault = isControl(request.url) ? undefined : consumeFault(world, request);
    if (!fault) return;
    if (fault.drop === 'before') {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    if (fault.delayMs) await world.clock.wait(fault.delayMs);
    if (fault.drop === 'after') droppedRequests.add(request);
    else if (fault.status !== undefined || fault.body !== undefined)
      sendFault(request, reply, fault);
    else if (fault.headers) extraHeaders.set(request, fault.headers);
  });

  app.addHook('onSend', async (request, reply) => {
    if (droppedRequests.has(request)) {
      reply.hijack();
      request.raw.socket.destroy();
    }
    reply.headers(extraHeaders.get(request) ?? {});
  });
};

const consumeFault = (world: World, request: FastifyRequest): Fault | undefined => {
  const { faults } = world.state;
  const fault = faults.find(({ match }) => {
    const hasMethod = match.method === undefined || match.method.toUpperCase() === request.method;
    return hasMethod && removeApiPrefix(request.url).startsWith(removeApiPrefix(match.path ?? ''));
  });
  if (fault && --fault.timesLeft <= 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
};

/** Makes `/api/v4` and `/v4` equal. */
const removeApiPrefix = (path: string) => path.replace(/^(\/staging)?\/api(?=\/v\d)/, '$1');

/** Bypasses the framework, so that even a wrong content-length is sent as requested. */
const sendFault = (request: FastifyRequest, reply: FastifyReply, fault: Fault): void => {
  const { status = 200, body, headers = {} } = fault;
  reply.hijack();
  const { text, type } = buildBody(request.url, status, body);
  const customHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const length = String(Buffer.byteLength(text));
  reply.raw.writeHead(status, {
    ...(text ? { 'content-type': type } : {}),
    'content-length': length,
    ...customHeaders,
  });
  reply.raw.end(text, () => {
    // A body shorter than its content-length needs a closed connection, or the client would wait.
    if ((customHeaders['content-length'] ?? length) !== length) reply.raw.socket?.destroySoon();
  });
};

/** Returns the fault's body; by default, a v4 error has the body that v4 always sends. */
const buildBody = (url: string, status: number, body: unknown): { text: string; type: string } => {
  if (typeof body === 'string') return { text: body, type: 'text/plain; charset=utf-8' };
  if (body !== undefined) return { text: JSON.stringify(body), type: 'application/json' };
  const isV4 = /^(\/staging)?\/v4\//.test(removeApiPrefix(url));
  return isV4 && status >= 400
    ? {
        text: formatProblem(new Refusal(status, 'A fault of the sandbox failed this request.')),
        type: problemType,
      }
    : { text: '', type: '' };
};
