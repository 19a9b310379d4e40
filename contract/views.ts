/**
 * The views of the inbox, in the order in which the sidebar lists them. A view is one entry here and
 * one in each of the two tables that the compiler holds to this list: what stands in it
 * (main/engine/leads/views.ts) and how it is shown (renderer/leads/views.ts).
 */
export const viewNames = [
  'needs_reply',
  'older',
  'unread',
  'all',
  'starred',
  'snoozed',
  'archived',
  'outgoing',
] as const;
export type ViewName = (typeof viewNames)[number];

/** The parts in which a view is listed, one below the other, each with a heading. */
export const viewPartNames = ['new', 'conversations', 'older'] as const;
export type ViewPartName = (typeof viewPartNames)[number];

/** What is counted: the leads of every view, and the new ones of Needs reply. */
export const countNames = [...viewNames, 'new'] as const;
export type CountName = (typeof countNames)[number];
