/** The control interface: scripts and tests with the control token simulate customers, the network and time. */
import type { FastifyInstance } from 'fastify';
import { parseBearer, isSameSecret } from '../http/credentials.ts';
import { Refusal } from '../http/problem.ts';
import type { World } from '../world.ts';
import type { ControlCalls } from './call.ts';
import { leadCalls } from './leads.ts';
import { settingCalls } from './settings.ts';

/** Registers the control interface; `reset` restores the initial state. */
export const addControl = (app: FastifyInstance, world: World, reset: () => void): void => {
  const calls: ControlCalls = {
    ...leadCalls,
    ...settingCalls,
    'POST /reset': () => {
      reset();
      return {};
    },
  };
  for (const [route, handle] of Object.entries(calls)) {
    const [method = '', path = ''] = route.split(' ');
    app.route({
      method,
      url: `/sandbox${path}`,
      handler: async (request) => {
        const token = parseBearer(request.headers.authorization);
        if (token === undefined || !isSameSecret(token, world.controlToken))
          throw new Refusal(401, 'The control token is wrong.');
        return handle(world, request.body, request.params as Record<string, string>);
      },
    });
  }
};
