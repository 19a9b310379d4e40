/** Looks something up in the marketplace for a support person, and says how that went. */
import { fail, succeed } from '../../../contract/errors.ts';
import type { LookupRequest } from '../../../contract/commands/lookup.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Lookup, LookupCalls, Service } from '../accounts/service.ts';
import type { Handlers } from '../platform/command/handler.ts';

type Dependencies = {
  readonly client: (accountID: string) => Pick<Service, 'lookup'> | null;
  readonly clock: Clock;
};

const run = (lookup: LookupCalls, request: LookupRequest): Promise<Lookup> => {
  switch (request.kind) {
    case 'categories':
      return lookup.categories(request);
    case 'keywords':
      return lookup.keywords(request);
    case 'recommendations':
      return lookup.recommendations(request);
    case 'homecare':
      return lookup.homecare(request);
    case 'businesses':
      return lookup.businesses(request);
    case 'filtered':
      return lookup.filtered(request);
    case 'reviewsOfOne':
      return lookup.reviewsOfOne(request);
    case 'reviewsOfSeveral':
      return lookup.reviewsOfSeveral(request);
  }
};

/** A success need not have one; support asks for it where it does. */
const traceIDOf = (body: unknown): string | null =>
  typeof body === 'object' &&
  body !== null &&
  'traceID' in body &&
  typeof body.traceID === 'string' &&
  body.traceID !== ''
    ? body.traceID.slice(0, 200)
    : null;

/** Handlers of `lookup.*`. */
export const lookupCommands = ({ client, clock }: Dependencies): Handlers<'lookup.run'> => ({
  'lookup.run': async ({ accountID, request }) => {
    const service = client(accountID);
    if (service === null) return fail('reconnect_needed', 'The account is not connected.');
    const start = clock.steady();
    const { request: sent, answer } = await run(service.lookup, request);
    return succeed({
      request: sent,
      durationMs: Math.max(0, Math.round(clock.steady() - start)),
      outcome: answer.ok
        ? { state: 'answered', ...answer.value, traceID: traceIDOf(answer.value.body) }
        : { state: 'failed', error: answer.error },
    });
  },
});
