/**
 * The service's records, with the fields of the live v4 interface; `leads/wire.ts` adds its
 * irregularities. Not shared with the app, so that both cannot contain the same misreading. Ids are
 * decimal strings, times RFC 3339 UTC, money the display string ("$25.00").
 */

export type Business = {
  readonly businessID: string;
  readonly name: string;
  readonly imageURL: string;
};

export type User = {
  readonly userID: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
};

export type Customer = {
  readonly customerID: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Forwarding number of this lead. */
  readonly phone: string;
};

export type NegotiationStatus = 'Open' | 'Canceled' | 'Picked';
export type ChargeState = 'Created' | 'Pending' | 'Charged' | 'Refunded';
export type TravelPreference = 'CustomerTravelToProvider' | 'ProviderTravelToCustomer' | 'Remote';

export type Attachment = {
  readonly fileName: string;
  readonly fileSize: number;
  readonly mimeType: string;
  /** A path here, a URL in responses. */
  readonly url: string;
  readonly description?: string;
};

type Location = {
  readonly address1?: string;
  readonly address2?: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
};

/** A time window of the customer, with or without an end. */
export type ProposedTime = {
  readonly start: string;
  readonly end?: string;
};

type LeadRequest = {
  readonly requestID: string;
  readonly customerID: string;
  /** May be empty. */
  readonly description: string;
  readonly category: { readonly categoryID: string; readonly name: string };
  readonly location: Location;
  readonly details: readonly { readonly question: string; readonly answer: string }[];
  readonly proposedTimes?: readonly ProposedTime[];
  /** `duration` is in minutes. */
  readonly booking?: { readonly start: string; readonly duration: number };
  readonly travelPreferences: readonly TravelPreference[];
  readonly attachments?: readonly Attachment[];
};

export type Estimate = {
  readonly type: 'Fixed' | 'PerUnit' | 'OnSite' | 'Hourly' | 'MoreInfo';
  readonly pricePerUnit?: string;
  readonly unitQuantity?: number;
  readonly unitName?: string;
  readonly total?: string;
};

export type Negotiation = {
  readonly negotiationID: string;
  readonly createdAt: string;
  readonly status: NegotiationStatus;
  /** Missing until it is known. */
  readonly leadPrice?: string;
  readonly leadPriceBreakdown?: { readonly subtotal: string; readonly salesTax: string };
  readonly chargeState: ChargeState;
  readonly customer: Customer;
  /** `phoneNumber` is the marketplace's; unknown callers need the access code. */
  readonly business: Business & { readonly phoneNumber?: string; readonly accessCode?: string };
  /** Not documented. */
  readonly refundDetails?: { readonly reason: string; readonly refundedAt: string };
  readonly request: LeadRequest;
  readonly estimate: Estimate;
};

type MessageBase = {
  readonly messageID: string;
  readonly negotiationID: string;
  /** Empty for a photo without words. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly sentAt: string;
  /** Set on some Quick Replies. */
  readonly messageType?: 'quick_reply';
};

export type Message = MessageBase &
  (
    | {
        readonly from: 'Customer';
        readonly customer: { readonly customerID: string; readonly displayName: string };
      }
    | {
        readonly from: 'Business';
        readonly business: { readonly businessID: string; readonly displayName: string };
      }
  );

export type PhoneNumber = {
  readonly phoneNumberID: string;
  readonly businessID: string;
  /** With a plus sign and the country code: "+15125550142". */
  readonly phoneNumber: string;
  readonly name: string;
  readonly createdTime: string;
  readonly updatedTime: string;
  readonly lastActivityTime: string;
  readonly isDeleted: boolean;
};

export type Review = {
  readonly reviewID: string;
  readonly businessID: string;
  readonly reviewText: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly createTime: string;
  readonly reviewerName: string;
  /** The professional's answer, or null. */
  readonly responseText: string | null;
  readonly responseTime: string | null;
  /** Null for jobs without a lead. */
  readonly negotiationID: string | null;
  readonly categoryID: string;
  /** Paths here, URLs in responses. */
  readonly images: readonly string[];
};

/** A lead: its v4 record and additional values, mostly for the legacy interface. */
export type Lead = {
  readonly negotiation: Negotiation;
  readonly title: string;
  /** Undefined without any information about the time. */
  readonly schedule: string | undefined;
  readonly leadType: string;
  readonly trade: string;
  /** `text` of the trade's job; absent for a custom description. */
  readonly job?: string;
  readonly language: 'en' | 'es';
  /** True if legacy leads include the phone number. */
  readonly phoneKnown: boolean;
  /** A different forwarding number, in events only. */
  readonly eventPhone?: string;
  /** True if the first name ends with a space, as some customers type it. */
  readonly hasTrailingSpace?: boolean;
};
