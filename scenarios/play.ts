/** Plays a scenario in a sandbox through its control interface, each step at its time. */
import { z } from 'zod';
import { CannotPlay, type Control } from './control.ts';
import type { Scenario, Step } from './scenario.ts';

/** `times` of a fault that lasts until it is cleared. */
const unlimited = 1_000_000_000;

const lead = z.object({
  negotiationID: z.string(),
  customer: z.object({ firstName: z.string(), lastName: z.string() }),
  business: z.object({ name: z.string() }),
  request: z.object({ description: z.string() }),
});

const truncate = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
};

/** Formats a duration: "1:05". */
const formatTime = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`;

type Play = {
  readonly control: Control;
  readonly businesses: readonly string[];
  /** Leads of earlier steps, by their names in the scenario. */
  readonly leads: Map<string, { readonly id: string; readonly customer: string }>;
};

const chooseBusiness = (
  { businesses }: Play,
  number: number | undefined,
): { businessID?: string } => {
  const id = number === undefined ? undefined : businesses[number - 1];
  return id === undefined ? {} : { businessID: id };
};

const runStep = async (play: Play, step: Step): Promise<string> => {
  const post = (path: string, body: object): Promise<unknown> =>
    play.control.call('POST', path, body);
  const findLead = (name: string): { readonly id: string; readonly customer: string } =>
    play.leads.get(name) ?? { id: '', customer: '' };
  if (step.lead) {
    const { as, business, ...wish } = step.lead;
    const created = lead.parse(
      await post('/leads', { ...wish, ...chooseBusiness(play, business) }),
    );
    const customer = `${created.customer.firstName} ${created.customer.lastName}`;
    play.leads.set(as, { id: created.negotiationID, customer });
    return `new lead for ${created.business.name}: ${customer}, “${truncate(created.request.description)}”`;
  }
  if (step.message) {
    const { lead: name, ...words } = step.message;
    const { id, customer } = findLead(name);
    await post(`/leads/${id}/messages`, words);
    return `${customer} writes: “${truncate(words.text)}”`;
  }
  if (step.price) {
    const { id, customer } = findLead(step.price.lead);
    await post(`/leads/${id}/price`, { leadPrice: step.price.leadPrice });
    return `the price of ${customer}’s lead is known: ${step.price.leadPrice}`;
  }
  if (step.status) {
    const { id, customer } = findLead(step.status.lead);
    await post(`/leads/${id}/status`, { status: step.status.status });
    return `${customer}’s lead is now ${step.status.status}`;
  }
  if (step.review) {
    const { business, ...words } = step.review;
    await post('/reviews', { ...words, ...chooseBusiness(play, business) });
    return `a review${words.text === undefined ? '' : `: “${truncate(words.text)}”`}`;
  }
  if (step.fault) {
    const { times, ...fault } = step.fault;
    await post('/faults', { ...fault, times: times ?? unlimited });
    const requests = times === undefined ? 'every request' : `the next ${times} requests`;
    return `${requests} to ${fault.match?.path ?? 'the marketplace'} will fail`;
  }
  if (step.clearFaults) {
    await post('/faults/clear', {});
    return 'the marketplace works again';
  }
  if (step.deliveries) {
    await post('/deliveries/policy', step.deliveries);
    const policy = Object.entries(step.deliveries).map(([name, value]) => `${name} ${value}`);
    return `deliveries come ${policy.join(', ') || 'as usual'}`;
  }
  if (step.clock) {
    await post('/clock', { advanceSeconds: step.clock.advance / 1_000 });
    return `the marketplace’s clock goes ${formatTime(step.clock.advance)} ahead`;
  }
  await post('/tokens/revoke', {});
  return 'the marketplace ends every sign-in';
};

/**
 * Plays a scenario to its end. Clears a remaining unlimited fault, even after an error.
 *
 * @param businesses ids of the professional's businesses, in order
 * @param speed 10 plays ten seconds of the scenario in one
 * @param wait resolves after a number of milliseconds; rejects when `signal` is aborted
 * @param report receives a line for each step
 * @returns false if `signal` was aborted before the end
 * Throws CannotPlay, with the step, if the sandbox refuses a call.
 */
export const playScenario = async ({
  scenario,
  control,
  businesses,
  speed,
  wait,
  report,
  signal,
}: {
  readonly scenario: Scenario;
  readonly control: Control;
  readonly businesses: readonly string[];
  readonly speed: number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}): Promise<boolean> => {
  const play: Play = { control, businesses, leads: new Map() };
  let now = 0;
  let hasUnlimitedFault = false;
  try {
    for (const [index, step] of scenario.steps.entries()) {
      const due = step.at ?? now + (step.after ?? 0);
      if (due > now) await wait((due - now) / speed, signal).catch(() => undefined);
      if (signal.aborted) return false;
      now = due;
      hasUnlimitedFault =
        step.clearFaults === undefined &&
        (hasUnlimitedFault || (step.fault !== undefined && step.fault.times === undefined));
      try {
        report(`${formatTime(now)}  ${await runStep(play, step)}`);
      } catch (error) {
        if (!(error instanceof CannotPlay)) throw error;
        throw new CannotPlay(`steps[${index}]: ${error.message}`);
      }
    }
    return true;
  } finally {
    if (hasUnlimitedFault) await control.call('POST', '/faults/clear', {}).catch(() => undefined);
  }
};
