/**
 * A lead as its service's record says it, whichever interface generation the record is of: read once
 * (accounts/v4/reader.ts, accounts/legacy/reader.ts), in words for people, for everybody who stores or
 * shows it. What the record does not say is null or empty.
 */
import type { LeadDetails, Money } from '../../../contract/records.ts';

export type LeadRecord = Pick<
  LeadDetails,
  'leadType' | 'request' | 'estimate' | 'priceParts' | 'refund' | 'links' | 'chargeState'
> & {
  readonly negotiationID: string;
  /** UTC milliseconds. */
  readonly createdAt: number | null;
  readonly status: string;
  readonly customer: LeadDetails['customer'];
  readonly business: {
    readonly businessID: string;
    readonly name: string;
    readonly phone: string | null;
    readonly accessCode: string | null;
  };
  readonly category: string;
  /** What the lead costs. */
  readonly price: Money | null;
  /** What can change of a lead, in one text: it is compared and never shown. */
  readonly listed: string;
};

const nowhere = { address1: '', address2: '', city: '', state: '', zipCode: '' };

/** A request of which nothing is said. */
export const noRequest: LeadRecord['request'] = {
  title: '',
  description: '',
  schedule: '',
  details: [],
  location: nowhere,
  timeZone: null,
  proposedTimes: [],
  booking: null,
  travelPreferences: [],
  attachments: [],
};
