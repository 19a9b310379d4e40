/**
 * The records that the service shows to the world, field for field as the live v4 interface shows them;
 * `leads/wire.ts` writes them down as oddly as it does. Nothing here is shared with the client: a
 * misreading on one side must not be repeated on the other. Ids are decimal strings, times RFC 3339
 * UTC, money the display string ("$25.00").
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
  /** A forwarding number made for this lead. */
  readonly phone: string;
};

export type NegotiationStatus = 'Open' | 'Canceled' | 'Picked';
export type ChargeState = 'Created' | 'Pending' | 'Charged' | 'Refunded';
export type TravelPreference = 'CustomerTravelToProvider' | 'ProviderTravelToCustomer' | 'Remote';

export type Attachment = {
  readonly fileName: string;
  readonly fileSize: number;
  readonly mimeType: string;
  /** Held as a path below the service's own address; answered as a whole address. */
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

/** A window of time that would suit the customer; some name only its beginning. */
export type ProposedTime = {
  readonly start: string;
  readonly end?: string;
};

type LeadRequest = {
  readonly requestID: string;
  readonly customerID: string;
  /** Empty where the customer wrote none. */
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
  /** Missing until the service knows it. */
  readonly leadPrice?: string;
  readonly leadPriceBreakdown?: { readonly subtotal: string; readonly salesTax: string };
  readonly chargeState: ChargeState;
  readonly customer: Customer;
  /** Whom customers reach: the number that they are shown, and the code that a stranger's call needs. */
  readonly business: Business & { readonly phoneNumber?: string; readonly accessCode?: string };
  /** Of no documented shape. */
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
  /** Set on a Quick Reply where the service marks it; it seldom does. */
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

/** A number of the business that the marketplace knows (service specification, endpoints K). */
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

/** What a customer wrote about a business afterwards (live facts, other v4 paths). */
export type Review = {
  readonly reviewID: string;
  readonly businessID: string;
  readonly reviewText: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly createTime: string;
  readonly reviewerName: string;
  /** Null while the professional has not answered. */
  readonly responseText: string | null;
  readonly responseTime: string | null;
  /** Null when the job is older than what the marketplace still shows. */
  readonly negotiationID: string | null;
  readonly categoryID: string;
  /** Held as paths below the service's own address; answered as whole addresses. */
  readonly images: readonly string[];
};

/**
 * What a lead knows beyond its v4 record: the legacy interface says more, and customers have a
 * language.
 */
export type Lead = {
  readonly negotiation: Negotiation;
  readonly title: string;
  /** Undefined for a customer who said nothing about the time. */
  readonly schedule: string | undefined;
  readonly leadType: string;
  /** Key of the trade whose words the customer uses. */
  readonly trade: string;
  /** What of the trade is asked for, as the trade words it; absent where somebody else worded it. */
  readonly job?: string;
  readonly language: 'en' | 'es';
  /** The legacy interface tells the phone only of customers who left one. */
  readonly phoneKnown: boolean;
  /** An event shows another forwarding number than the record read later does. */
  readonly eventPhone?: string;
  /** The customer typed a blank behind the first name, and the marketplace keeps it. */
  readonly hasLooseName?: boolean;
};
