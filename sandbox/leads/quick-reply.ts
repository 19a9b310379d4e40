/** The service's generic reply in the business's name to a new lead. Unless `marked`, it looks like a person's. */
import type { Line } from '../generate/conversation.ts';
import { createRandom } from '../generate/random.ts';
import type { Lead } from '../records.ts';
import type { QuickReply } from '../state.ts';
import type { World } from '../world.ts';
import { formatFirstName } from './present.ts';

/** Default texts; each business has one of them. */
const texts = [
  'Hi {firstName}, thanks for reaching out! We got your request and will get back to you shortly.',
  'Hello {firstName}! Thank you for contacting us. We are looking at your project and will reply soon.',
  'Thanks for your request, {firstName}. What would be the best time to talk about the details?',
] as const;

/** Creates the Quick Reply to a new lead; undefined if its business has none. */
export const createQuickReply = (world: World, lead: Lead) => {
  const setting = getSetting(world, lead);
  if (!setting.enabled) return undefined;
  return {
    text: writeText(world, lead, setting),
    messageType: setting.marked ? ('quick_reply' as const) : undefined,
    /** Sent before the lead itself. */
    isFirst: setting.before ?? world.state.newLeads.length % 2 === 0,
  };
};

/** Generates the Quick Reply at the start of a seeded thread, if the option is on. */
export const generateSeededQuickReply = (world: World, lead: Lead): readonly Line[] => {
  if (!world.options.quickReplies) return [];
  const at = Math.min(Date.parse(lead.negotiation.createdAt) + 1500, world.state.startedAt);
  return [{ from: 'Business', text: writeText(world, lead, {}), hasPhoto: false, at }];
};

const getSetting = (world: World, { negotiation }: Lead): QuickReply =>
  world.state.quickReplies[negotiation.business.businessID] ?? {
    enabled: world.options.quickReplies,
    marked: false,
  };

const writeText = (world: World, lead: Lead, { text }: Pick<QuickReply, 'text'>): string => {
  const { businessID } = lead.negotiation.business;
  const defaultText = createRandom(world.options.seed, 'quick reply', businessID).pick(texts);
  return (text ?? defaultText).replaceAll('{firstName}', formatFirstName(lead));
};
