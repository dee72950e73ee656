/** The error codes of rules that a schema cannot express. */
const CODES = [33003, 33004, 33009, 33016, 33019, 33024, 33028, 33029, 33033, 33034, 33044]

/** Whether a 400 reports a rule that the schemas cannot express. */
export function beyondSchemas({ code, message }) {
  return CODES.includes(code) || RULES.some((rule) => rule.test(message))
}

/** The messages of such rules with code 33400. The document describes each rule at its field. */
const RULES = [
  /must be a calendar date/,
  /must be a phone number in E\.164 form/,
  /must be a number in E\.164 form, such as \S+, (or )?a short code/,
  /must be an existing local time/,
  /must be an absolute http or https URL/,
  /must be an email address/,
  /must be an ISO 3166-1 alpha-2 country code/,
  /must be an IANA time zone/,
  /must be an ISO 8601 time with a UTC offset/,
  /must be one or more of .*, separated by commas/,
  /must be whsec_ followed by 24 to 64 bytes in base64/,
  /must have 1 to 100 characters, without white space at the start or end/,
  /must have at most \d+ characters, and no NUL/,
  /^\S+\.link must (be a lowercase domain and a path|not have a path that begins with)/,
  /cannot be combined with schedule\.sendByLocalTime/,
  /from cannot send MMS/,
  /from must (be at most (365|399) days before|not be after) the last day/,
  /schedule\.recurrence\.endOnDate must not be before schedule\.at/,
  /expiresAt must be at (least 1 minute|most 30 days) after/,
  /canary\.stopWhen\.atLeast must be at most canary\.recipients/,
  /canary\.recipients must be at most waveConfig\.recipientsPerWave/,
  /^cursor must be the nextCursor of an earlier response to the same request/,
  /^wallClock must be the time of an occurrence/,
  /^to must be (after from|at most 100 days after from)/,
  /^sms must be greater than 0 if mms is 0/,
  /^account\..* (belongs to another account|is not a number of this account|cannot be true, because groups|is the same as in|is the same period, for|is not the name of a group of this account|is not the id of a pool of this account|is already the label of another)/,
  /^account\.customFields\[\d+\]\.options must (not )?be empty for the type \w+/,
  /^account\.customFields\[\d+\]\.type cannot change from \w+ to \w+: values are stored/,
  /^account\.\S+ leaves out .*, which (still has members|schedules still send from|the pools? .* still ha(s|ve)) and cannot be removed/,
  /^account\.numbers\[\d+\]\.carrier is no carrier of the service/,
  // Filters
  /must have at most (50|500) conditions/,
  /is nested too deep: at most 5 levels/,
  /must be a date as YYYY-MM-DD/,
  /must be (a number of|today, or a day as MM-DD)/,
  /must (be a tracking link of this account|be one of the options:)/,
  /\.contact_custom_field_[1-7]\b/,
  /must not name (the segment itself|\w+, which names this segment)/,
  /^filter must be JSON such as/,
  /^filter\.?\S* (is missing|must|is not a known property)/,
  /^audience(\.groups)? (has|have) no (contact|member)/,
  /^roles\[\d+\]\.account (is repeated|is not an account)/,
  /must be an e-mail address of at most/,
  /name must have 1 to 100 characters, and no control/,
  /header (contains|must contain|is missing|is longer than|has a quote)/,
]
