/** What a desktop and the hub's desk send each other. */
import { z } from 'zod';

/** Prefix of JetStream requests in a desktop's account, instead of `$JS.API`. */
export const apiPrefix = 'log';

/** Prefix of the subjects on which a desktop hears answers. */
export const inboxOf = (desktop: string): string => `_INBOX.${desktop}`;

const role = z.enum(['owner', 'member']);
export type Role = z.infer<typeof role>;
