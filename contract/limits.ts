/** Limits of what people can enter, in characters. The window loads this file, so it imports nothing. */

/** Longest reply that the service accepts. */
export const maxReplyLength = 16_384;

/** A note's length, and the notes of a lead. */
export const maxNoteLength = 4_000;
export const maxNotes = 200;
/** Saved replies, their names, and the name of a category or business that one is for. */
export const maxSavedReplies = 200;
export const maxSavedReplyNameLength = 80;
export const maxScopeLength = 200;
/** Each pinned reply has a key. */
export const maxPinned = 5;

/** A tag's length, the tags of a lead, and the length of the reason for a job that was not won. */
export const maxTagLength = 40;
export const maxTags = 20;
export const maxReasonLength = 500;

/** Leads selected one by one, and leads marked by one call. */
export const maxSelected = 10_000;
export const maxMarked = 500;

/** Rules of automatic replies, their names, and the values of one condition. */
export const maxRules = 50;
export const maxRuleNameLength = 80;
export const maxRuleChoices = 100;
/** Longest delay of a first reply, longest age of its lead, and longest wait of a follow-up. */
export const maxAfterSeconds = 60 * 60;
export const maxWithinMinutes = 24 * 60;
export const maxFollowUpWait = 60;
/** Follow-ups of a lead. */
export const maxFollowUps = 3;
/** Highest daily limit of automatic replies. */
export const maxRepliesADay = 500;

export const maxSavedViews = 50;
export const maxSavedViewNameLength = 60;

export const maxQueryLength = 500;

/** A service profile as JSON; typical ones have one or two thousand characters. */
export const maxProfileLength = 64_000;
/** The browser's final address, pasted by hand. */
export const maxReturnAddressLength = 8_000;
/** RFC 5321, 4.5.3.1.3, without its angle brackets. */
export const maxEmailLength = 254;

/** Rows and characters of one pasted list of phone numbers. */
export const maxNumberRows = 1_000;
export const maxListLength = 500_000;
/** Numbers of one `phoneNumbers.addMany`: longer lists are sent in parts, so that they can be stopped. */
export const maxNumbersAtOnce = 50;
/** A phone number as typed, and its name. */
export const maxNumberLength = 200;
export const maxNumberNameLength = 200;

/** Fields of the tunnel's settings. */
export const maxPublicAddressLength = 2_000;
export const maxPathLength = 4_000;
export const maxHostLength = 255;
export const maxHostUserLength = 64;
/** Digits of a port field; the engine validates the number. */
export const maxPortDigits = 5;

export const maxWebhookAddressLength = 2_000;
export const maxUsernameLength = 200;
export const maxPasswordLength = 500;
/** A colon would end the name in Basic authentication (RFC 7617). */
export const username = /^[^:\p{Cc}]+$/u;
export const password = /^\P{Cc}+$/u;
export const maxEventTypes = 50;
export const eventType = /^\w{1,100}$/;

/** Inputs of marketplace lookups. */
export const lookup = {
  maxWordsLength: 200,
  zipCode: /^\d{5}$/,
  /** Identifies the partner. Another value is rejected by the service. */
  utmSource: /^cma-[a-zA-Z0-9-_]+$/,
  maxUtmSourceLength: 48,
  /** A value of an undocumented list: any word, so that new ones can be tried. */
  word: /^[A-Za-z][A-Za-z0-9_-]{0,49}$/,
  /** The service documents no bounds of a page. */
  page: { min: 1, max: 100 },
  offset: { min: 0, max: 100_000 },
  /** Ids of businesses, negotiations and messages. */
  id: /^[A-Za-z0-9_-]{1,100}$/,
  maxBusinesses: 50,
} as const;

/** An id of the staging service, received or typed. */
export const maxServiceIDLength = 200;

/** The window's entries in the native menu, and the label of one. */
export const maxMenuItems = 120;
export const maxMenuLabelLength = 200;

/** Business hours: minutes of a day, spans of a day, and holidays. */
export const dayMinutes = 24 * 60;
export const maxSpans = 6;
export const maxHolidays = 100;
export const maxHolidayNameLength = 100;

export const maxAssigningRules = 20;

/** The longest period of Insights. */
export const maxReportDays = 5 * 366;

/** In percent, the smallest first. */
export const textSizes = [90, 100, 110, 125, 150] as const;
