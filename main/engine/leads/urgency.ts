/**
 * Detects emergencies and bookings. The service has no field for emergencies, so the category,
 * the title and the answers to the request's questions decide. The customer's own description is
 * ignored: it says "this is not an emergency" as often as the opposite.
 */
import type { LeadRow } from '../../../contract/records.ts';
import type { LeadRecord } from './lead-record.ts';

export const urgencies = ['emergency', 'booked'] as const satisfies readonly LeadRow['urgency'][];
export type Urgency = (typeof urgencies)[number];

/** Categories about emergencies that are none: "Emergency Lighting Installation". */
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
