/**
 * The limits that people meet in forms, once: the contract's schemas are made of them, and the window
 * takes them from here, because the schemas would bring their validator along. No imports, no logic.
 * Lengths are in characters.
 */

/** Longest reply the service takes (live-facts, Messages). */
export const longestReply = 16_384;

/** The professional's own words on a lead: one note, and how many of them a lead can have. */
export const longestNote = 4_000;
export const mostNotes = 200;
/** Saved replies, their names, and the name of a category or business that one is for. */
export const mostSavedReplies = 200;
export const longestSavedReplyName = 80;
export const longestScope = 200;
/** As many pinned replies have a key. */
export const mostPinned = 5;

/** A tag, how many of them a lead can have, and the professional's words for a job that was not won. */
export const longestTag = 40;
export const mostTags = 20;
export const longestReason = 500;

/** Leads that can be selected one by one, and marked by one call. */
export const mostSelected = 10_000;
export const mostMarked = 500;

/** Saved views and their names. */
export const mostSavedViews = 50;
export const longestSavedViewName = 60;

/** What may be typed into the search. */
export const longestQuery = 500;

/** A service profile as JSON; real ones have one or two thousand. */
export const longestProfile = 64_000;
/** The address that the browser ended on, pasted by hand. */
export const longestReturnAddress = 8_000;
/** RFC 5321, 4.5.3.1.3, without its angle brackets. */
export const longestEmail = 254;

/** Rows of one pasted list of phone numbers, and characters of it. */
export const mostRows = 1_000;
export const longestList = 500_000;
/** Numbers of one `phoneNumbers.addMany`: long lists are sent in parts, so that they can be stopped. */
export const mostAtOnce = 50;
/** A text that is read as one number, and the professional's word for a number. */
export const longestNumber = 200;
export const longestNumberName = 200;

/** What the fields of the tunnel's set-up hold. */
export const longestPublicAddress = 2_000;
export const longestPath = 4_000;
export const longestHost = 255;
export const longestHostUser = 64;
/** Digits of a port's field: the engine says which of the numbers are ports. */
export const mostPortDigits = 5;

export const longestWebhookAddress = 2_000;
export const longestUsername = 200;
export const longestPassword = 500;
/** A colon would end the name in Basic authentication (RFC 7617). */
export const username = /^[^:\p{Cc}]+$/u;
export const password = /^\P{Cc}+$/u;
/** The kinds of event that one webhook is for. */
export const mostEventTypes = 50;
export const eventType = /^\w{1,100}$/;

/** What the lookups of the marketplace take. */
export const lookup = {
  longestWords: 200,
  zipCode: /^\d{5}$/,
  /** Names the partner whose request it is (live-facts: the pattern and the length). */
  utmSource: /^cma-[a-zA-Z0-9-_]+$/,
  longestUtmSource: 48,
  /** A value whose list is documented nowhere: a word, so that a new one can be tried. */
  word: /^[A-Za-z][A-Za-z0-9_-]{0,49}$/,
  /** The bounds of a page are not documented; a larger one would not be read on a screen. */
  page: { least: 1, most: 100 },
  offset: { least: 0, most: 100_000 },
  /** The service's ids: of a business, a negotiation, a message. */
  id: /^[A-Za-z0-9_-]{1,100}$/,
  mostBusinesses: 50,
} as const;

/** An id of the staging service, as it came or as a person typed it. */
export const longestServiceID = 200;

/** The window's own entries in the native menu, and the words of one. */
export const mostMenuItems = 120;
export const longestMenuLabel = 200;

/** Business hours: minutes of a day, its spans, and the days on which nobody answers. */
export const dayMinutes = 24 * 60;
export const mostSpans = 6;
export const mostHolidays = 100;
export const longestHolidayName = 100;

/** In percent, the smallest first. */
export const textSizes = [90, 100, 110, 125, 150] as const;
