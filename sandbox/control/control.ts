/**
 * The control interface, by which scripts and tests simulate customers, the network and time.
 * Every call requires the control token.
 */
import type { FastifyInstance } from 'fastify';
import { bearerOf, isSameSecret } from '../http/credentials.ts';
import { Refusal } from '../http/problem.ts';
import type { World } from '../world.ts';
import type { ControlCall } from './call.ts';
import { leadCalls } from './leads.ts';
import { reviewCalls } from './reviews.ts';
import { settingCalls } from './settings.ts';

/** Registers the control interface; `reset` restores the initial state. */
export const addControl = (app: FastifyInstance, world: World, reset: () => void): void => {
  const resetCall: ControlCall = {
    method: 'POST',
    path: '/reset',
    handle() {
      reset();
      return {};
    },
  };
  for (const { method, path, handle } of [...leadCalls, ...reviewCalls, ...settingCalls, resetCall])
    app.route({
      method,
      url: `/sandbox${path}`,
      handler: async (request) => {
        const token = bearerOf(request.headers.authorization);
        if (token === undefined || !isSameSecret(token, world.controlToken))
          throw new Refusal(401, 'The control token is wrong.');
        return handle(world, request.body, request.params as Record<string, string>);
      },
    });
};
