/** Limits of what people can enter, in characters. The window loads this file, so it imports nothing. */

/** Longest reply that the service accepts. */
export const longestReply = 16_384;

/** A note's length, and the notes of a lead. */
export const longestNote = 4_000;
export const mostNotes = 200;
/** Saved replies, their names, and the name of a category or business that one is for. */
export const mostSavedReplies = 200;
export const longestSavedReplyName = 80;
export const longestScope = 200;
/** Each pinned reply has a key. */
export const mostPinned = 5;

/** A tag's length, the tags of a lead, and the length of the reason for a job that was not won. */
export const longestTag = 40;
export const mostTags = 20;
export const longestReason = 500;

/** Leads selected one by one, and leads marked by one call. */
export const mostSelected = 10_000;
export const mostMarked = 500;

/** Rules of automatic replies, their names, and the values of one condition. */
export const mostRules = 50;
export const longestRuleName = 80;
export const mostRuleChoices = 100;
/** Longest delay of a first reply, longest age of its lead, and longest wait of a follow-up. */
export const mostAfterSeconds = 60 * 60;
export const mostWithinMinutes = 24 * 60;
export const mostFollowUpWait = 60;
/** Follow-ups of a lead. */
export const mostFollowUps = 3;
/** Highest daily limit of automatic replies. */
export const mostRepliesADay = 500;

export const mostSavedViews = 50;
export const longestSavedViewName = 60;

export const longestQuery = 500;

/** A service profile as JSON; typical ones have one or two thousand characters. */
export const longestProfile = 64_000;
/** The browser's final address, pasted by hand. */
export const longestReturnAddress = 8_000;
/** RFC 5321, 4.5.3.1.3, without its angle brackets. */
export const longestEmail = 254;

/** Rows and characters of one pasted list of phone numbers. */
export const mostRows = 1_000;
export const longestList = 500_000;
/** Numbers of one `phoneNumbers.addMany`: longer lists are sent in parts, so that they can be stopped. */
export const mostAtOnce = 50;
/** A phone number as typed, and its name. */
export const longestNumber = 200;
export const longestNumberName = 200;

/** Fields of the tunnel's settings. */
export const longestPublicAddress = 2_000;
export const longestPath = 4_000;
export const longestHost = 255;
export const longestHostUser = 64;
/** Digits of a port field; the engine validates the number. */
export const mostPortDigits = 5;

export const longestWebhookAddress = 2_000;
export const longestUsername = 200;
export const longestPassword = 500;
/** A colon would end the name in Basic authentication (RFC 7617). */
export const username = /^[^:\p{Cc}]+$/u;
export const password = /^\P{Cc}+$/u;
export const mostEventTypes = 50;
export const eventType = /^\w{1,100}$/;

/** Inputs of marketplace lookups. */
export const lookup = {
  longestWords: 200,
  zipCode: /^\d{5}$/,
  /** Identifies the partner. Another value is rejected by the service. */
  utmSource: /^cma-[a-zA-Z0-9-_]+$/,
  longestUtmSource: 48,
  /** A value of an undocumented list: any word, so that new ones can be tried. */
  word: /^[A-Za-z][A-Za-z0-9_-]{0,49}$/,
  /** The service documents no bounds of a page. */
  page: { least: 1, most: 100 },
  offset: { least: 0, most: 100_000 },
  /** Ids of businesses, negotiations and messages. */
  id: /^[A-Za-z0-9_-]{1,100}$/,
  mostBusinesses: 50,
} as const;

/** An id of the staging service, received or typed. */
export const longestServiceID = 200;

/** The window's entries in the native menu, and the label of one. */
export const mostMenuItems = 120;
export const longestMenuLabel = 200;

/** Business hours: minutes of a day, spans of a day, and holidays. */
export const dayMinutes = 24 * 60;
export const mostSpans = 6;
export const mostHolidays = 100;
export const longestHolidayName = 100;

export const mostAssigningRules = 20;

/** The longest period of Insights. */
export const mostReportDays = 5 * 366;

/** In percent, the smallest first. */
export const textSizes = [90, 100, 110, 125, 150] as const;
