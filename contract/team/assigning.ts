/** Rules that assign new leads of a team in turn. Owners make them; without one every new lead is unassigned. */
import { z } from 'zod';
import { ruleLeads } from '../automatic-replies.ts';
import { maxAssigningRules } from '../limits.ts';
import { personID } from '../person-name.ts';
import { readonlyObject } from '../schema.ts';

const maxPeople = 60;

/** The first rule that fits a lead assigns it to the next of its people who is on duty. */
const assigningRule = readonlyObject({
  id: z.string().min(1).max(200),
  leads: ruleLeads,
  people: z.array(personID).min(1).max(maxPeople).readonly(),
});
export type AssigningRule = z.infer<typeof assigningRule>;

export const assigningRules = z.array(assigningRule).max(maxAssigningRules).readonly();
