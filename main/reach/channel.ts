/** Shared by the kinds of channels. Each kind is a file in this folder, listed in reach.ts. */
import type { ChannelFields, ChannelKind } from '../../contract/channels.ts';
import type { ReachMessage, ReachOutcome } from '../../contract/reach.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fetch } from '../http/bounded-fetch.ts';

export type Tools = { readonly fetch: Fetch; readonly clock: Clock };

/** Sends one message once, within half a minute. No outcome contains a secret. */
export type SendTo<K extends ChannelKind> = (
  fields: ChannelFields<K>,
  message: ReachMessage,
  tools: Tools,
) => Promise<ReachOutcome>;

/** Title and body as one text. */
export const textOf = ({ title, body }: ReachMessage): string =>
  body === '' ? title : `${title}\n${body}`;

/** A webhook's address and its parts, each of which is secret. */
export const secretsIn = (address: string): readonly string[] => {
  const { pathname, searchParams } = new URL(address);
  return [address, pathname, ...pathname.split('/'), ...searchParams.values()];
};
