/**
 * Random picks, ranges and changes of the list: the selection never has a lead that was not picked or has left
 * the view.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LeadID } from '../../../../contract/records.ts';
import {
  isEmptySelection,
  isSelected,
  emptySelection,
  toggleLead,
  addLeads,
  removeLeads,
  type Selection,
} from '../../../../renderer/leads/selection-model.ts';

const id = (lead: number): LeadID => `l${lead}` as LeadID;
const leads = Array.from({ length: 30 }, (_, lead) => lead);

type Event =
  | { readonly what: 'toggle'; readonly lead: number }
  | { readonly what: 'range'; readonly from: number; readonly to: number }
  | { readonly what: 'leave'; readonly lead: number }
  | { readonly what: 'moves'; readonly lead: number }
  | { readonly what: 'all' }
  | { readonly what: 'clear' };

const lead = fc.nat({ max: leads.length - 1 });
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ what: fc.constant('toggle' as const), lead }),
  fc.record({ what: fc.constant('range' as const), from: lead, to: lead }),
  fc.record({ what: fc.constant('leave' as const), lead }),
  fc.record({ what: fc.constant('moves' as const), lead }),
  fc.record({ what: fc.constant('all' as const) }),
  fc.record({ what: fc.constant('clear' as const) }),
);

it('the selection has exactly the picked leads that are still in the view', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let now = 100;
      let selection: Selection = emptySelection;
      const activity = new Map(leads.map((each) => [each, 0]));
      const picked = new Set<number>();
      /** Those picked one by one, not as part of all. */
      const byHand = new Set<number>();
      const pick = (one: number): void => {
        picked.add(one);
        byHand.add(one);
      };
      const toActivity = (each: number) => ({
        leadID: id(each),
        activityAt: activity.get(each) ?? 0,
      });
      for (const each of events) {
        now += 1;
        if (each.what === 'toggle') {
          selection = toggleLead(selection, toActivity(each.lead));
          if (!picked.delete(each.lead)) pick(each.lead);
          else byHand.delete(each.lead);
        }
        if (each.what === 'range') {
          const range = leads.slice(Math.min(each.from, each.to), Math.max(each.from, each.to) + 1);
          selection = addLeads(selection, range.map(id));
          range.forEach(pick);
        }
        if (each.what === 'leave') {
          selection = removeLeads(selection, [id(each.lead)]);
          picked.delete(each.lead);
          byHand.delete(each.lead);
        }
        if (each.what === 'moves') {
          activity.set(each.lead, now);
          if (selection.kind === 'all' && !byHand.has(each.lead)) picked.delete(each.lead);
        }
        if (each.what === 'all') {
          selection = { kind: 'all', asOf: now, except: new Set(), also: new Set() };
          byHand.clear();
          for (const one of leads) picked.add(one);
        }
        if (each.what === 'clear') {
          selection = emptySelection;
          picked.clear();
          byHand.clear();
        }
        expect(leads.filter((one) => isSelected(selection, toActivity(one)))).toEqual(
          leads.filter((one) => picked.has(one)),
        );
      }
      if (selection.kind === 'some') expect(isEmptySelection(selection)).toBe(picked.size === 0);
    }),
    { numRuns: 500 },
  );
});
