/**
 * What an account can do because of the generation of the interface that its service speaks: the one
 * place where the window asks for it. A generation that goes takes its entry here, and its rows on the
 * page of connections (connection/account-rows.tsx).
 */
import type { Account } from '../../contract/records.ts';

type Name = Account['interface'];

type Generation = {
  /** Every page works with it. Another one has ended: its accounts are moved to the current one. */
  readonly isCurrent: boolean;
  /** Leads can be asked for. Otherwise they come only while the service can reach this computer. */
  readonly givesLeads: boolean;
  /** The service shows the conversation, so that a reply can be looked for in it. */
  readonly showsReplies: boolean;
  /** Each lead has a phone number of its own, which forwards to the customer's. */
  readonly forwardsCalls: boolean;
};

const generations = {
  v4: { isCurrent: true, givesLeads: true, showsReplies: true, forwardsCalls: true },
  legacy: { isCurrent: false, givesLeads: false, showsReplies: false, forwardsCalls: false },
} as const satisfies Readonly<Record<Name, Generation>>;

/** What can be done with whatever speaks that interface: an account, a profile, a test lead. */
export const generationOf = ({ interface: name }: { readonly interface: Name }): Generation =>
  generations[name];

/** Whether pages of the current interface can work with the account. */
export const isUsable = (account: Account): boolean =>
  generationOf(account).isCurrent && account.grant.state !== 'disconnected';

/** Whether its leads and replies still go the way of an interface that has ended. */
export const isOutdated = (account: Account): boolean =>
  !generationOf(account).isCurrent && account.grant.state !== 'disconnected';
