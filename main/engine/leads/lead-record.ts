/** A lead as both readers return it. A field that the service's record lacks is null or empty. */
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
  readonly price: Money | null;
  /** The fields that a listing can change as one string, only for comparison. */
  readonly listed: string;
};

export const noRequest: LeadRecord['request'] = {
  title: '',
  description: '',
  schedule: '',
  details: [],
  location: { address1: '', address2: '', city: '', state: '', zipCode: '' },
  timeZone: null,
  proposedTimes: [],
  booking: null,
  travelPreferences: [],
  attachments: [],
};
