/** The error codes of rules that a schema cannot express. */
const CODES = [33003, 33004, 33009, 33016, 33019, 33024, 33028, 33029, 33033, 33034, 33044]

/** Whether a 400 reports a rule that the schemas cannot express. */
export function beyondSchemas({ code, message }) {
  return CODES.includes(code) || RULES.some((rule) => rule.test(message))
}

/** The messages of such rules with code 33400. The document describes each rule at its field. */
const RULES = [
  /must be a day of the calendar/,
  /must be a phone number in E\.164 form/,
  /must be a number in E\.164 form, such as \S+, or a short code/,
  /must be a wall clock that there is/,
  /must be an absolute http or https URL/,
  /must be an email address/,
  /must be an ISO 3166-1 alpha-2 country code/,
  /must be an IANA time zone/,
  /must be an ISO 8601 instant/,
  /must be one or more of .*, separated by commas/,
  /must be whsec_ followed by 24 to 64 bytes in base64/,
  /must have 1 to 100 characters, and no white space around them/,
  /must have at most \d+ characters, and no NUL/,
  /^\S+\.link must (be a domain in small letters and a path|not have a path that begins with)/,
  /cannot be combined with schedule\.sendByLocalTime/,
  /from cannot send MMS/,
  /from must (be at most 365 days before|not be after) the last day/,
  /schedule\.recurrence\.endOnDate must not be before schedule\.at/,
  /^sms or mms must be greater than 0/,
  /^account\..* (belongs to another account|is not a number of this account|only one group can be the default|is the same as in|is already the label of another)/,
  /^account\.customFields\[\d+\]\.options \w+ (needs at least one option|cannot have options)/,
  /^account\.customFields\[\d+\]\.type cannot change from \w+ to \w+: values are stored/,
  /^account\.\S+ leaves out .*, which still has members and cannot be removed/,
  /header (contains|must contain)/,
]
