/** The inbox's views in the sidebar's order. main/engine/leads and renderer/leads have a table each (views.ts). */
export const viewNames = [
  'needs_reply',
  'older',
  'mine',
  'unassigned',
  'colleagues',
  'unread',
  'all',
  'starred',
  'snoozed',
  'archived',
  'outgoing',
] as const;
export type ViewName = (typeof viewNames)[number];

/** Views that are empty without a team, and hidden. */
export const teamViewNames: readonly ViewName[] = ['mine', 'unassigned', 'colleagues'];

/** Sections of a view's list, each with a heading. */
export const viewPartNames = ['new', 'conversations', 'older'] as const;
export type ViewPartName = (typeof viewPartNames)[number];

/** Counts: the leads of every view, and the new ones of Needs reply. */
export const countNames = [...viewNames, 'new'] as const;
export type CountName = (typeof countNames)[number];
