/**
 * Whether a request is an emergency or a booking. No field of the service says that a request is an
 * emergency, so its words do: those of the category or title, and the answers to the request's questions.
 * The customer's own description is not read: "this is not an emergency" is written as often as the opposite.
 */
import type { LeadRow } from '../../../contract/records.ts';
import type { LeadRecord } from './lead-record.ts';

export const urgencies = ['emergency', 'booked'] as const satisfies readonly LeadRow['urgency'][];
export type Urgency = (typeof urgencies)[number];

/** Categories that are about emergencies, and none themselves: "Emergency Lighting Installation". */
const aboutEmergencies = '(?!\\s+(?:light|exit|generator|preparedness|kit|plan|alert|evacuation))';
const emergency = new RegExp(
  `(?<!\\b(?:non|not an?|no)[ -])\\b(?:emergency${aboutEmergencies}|emergencia|urgente)\\b`,
  'i',
);
const question = /\b(?:emergency|emergencia|urgent|urgente)\b/i;
const yes = /^\s*(?:yes|s[ií])(?![a-z])/i;

/** Lead types of a job whose time the customer has already reserved. */
const bookedTypes = ['BOOKING', 'INSTANT_BOOK'];

/** An emergency that is also booked is an emergency. */
export const urgencyOf = ({ category, leadType, request }: LeadRecord): Urgency | null => {
  const isEmergency =
    [category, request.title].some((words) => emergency.test(words)) ||
    request.details.some(
      ({ question: asked, answer }) =>
        emergency.test(answer) || (question.test(asked) && yes.test(answer)),
    );
  if (isEmergency) return 'emergency';
  const isBooked = request.booking !== null || bookedTypes.includes(leadType ?? '');
  return isBooked ? 'booked' : null;
};
