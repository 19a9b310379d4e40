/** Detects bookings, and emergencies by category, title and answers: descriptions often deny one. */
import type { LeadRow } from '../../../contract/records.ts';
import type { LeadRecord } from './lead-record.ts';

export const urgencies = ['emergency', 'booked'] as const satisfies readonly LeadRow['urgency'][];
export type Urgency = (typeof urgencies)[number];

/** Words in categories that are not emergencies, such as "Emergency Lighting Installation". */
const exceptions = '(?!\\s+(?:light|exit|generator|preparedness|kit|plan|alert|evacuation))';
const emergency = new RegExp(
  `(?<!\\b(?:non|not an?|no)[ -])\\b(?:emergency${exceptions}|emergencia|urgente)\\b`,
  'i',
);
const emergencyQuestion = /\b(?:emergency|emergencia|urgent|urgente)\b/i;
const yes = /^\s*(?:yes|s[ií])(?![a-z])/i;

/** Lead types of jobs with a reserved time. */
const bookedTypes = ['BOOKING', 'INSTANT_BOOK'];

export const detectUrgency = ({ category, leadType, request }: LeadRecord): Urgency | null => {
  const isEmergency =
    [category, request.title].some((words) => emergency.test(words)) ||
    request.details.some(
      ({ question, answer }) =>
        emergency.test(answer) || (emergencyQuestion.test(question) && yes.test(answer)),
    );
  if (isEmergency) return 'emergency';
  const isBooked = request.booking !== null || bookedTypes.includes(leadType ?? '');
  return isBooked ? 'booked' : null;
};
