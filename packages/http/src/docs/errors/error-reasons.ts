import type { ErrorCode } from '@carillon/core'
import type { HttpErrorCode } from '../../api/problem.js'

export type ErrorReason = {
  /** When the error happens. */
  readonly when: string
  /** What the client can do about it. */
  readonly remedy: string
}

const NOT_FOUND_REMEDY = 'Check the id. One of another account is not found either.'

/** Every possible refusal. Several can share a code; these texts distinguish them. */
export const ERROR_REASONS = {
  unauthenticated: {
    when: 'The request has no API key, one that is unknown or revoked, or a wrong secret. The admin API takes its token instead.',
    remedy:
      'Send the id of the key as the user name and its secret as the password of Basic authentication, or the admin ' +
      'token as a Bearer token. A secret that is lost cannot be read again: make a new key.',
  },
  'rate-limited': {
    when: 'The account has made as many requests of this kind in 60 seconds as it may.',
    remedy:
      'Slow down: `RateLimit-Remaining` and `RateLimit-Reset` of every answer say what is left. A refused request has ' +
      'done nothing. Many texts go as one broadcast or batch, which is one request.',
  },
  'invalid-phone-number': {
    when: 'A number in the path or the body is not in E.164 form, or no number can be as long as this in its country.',
    remedy: 'Write `+`, the calling code and the number, without spaces: `+12025550123`. In a path, `+` may be `%2B`.',
  },
  'sender-not-assigned': {
    when:
      '`from` is not a number of the account. Or a contact is to be asked for its YES, and the account has no active ' +
      'number that could ask.',
    remedy: 'Use a number of the account. The operator gives it one with `carillon apply`.',
  },
  'sender-not-active': {
    when: '`from` is a number of the account, and is inactive.',
    remedy: 'Use another number, or have the operator activate this one.',
  },
  'quota-reached': {
    when: 'The account has a quota of messages a UTC day, and the request would pass it. It is refused whole.',
    remedy: 'Wait for 00:00 UTC, send to fewer, or have the operator raise `dailyMessageQuota`.',
  },
  'unsupported-characters': {
    when: 'The text has control characters other than LF, CR and TAB, lone surrogates, or noncharacters of Unicode.',
    remedy: 'Take them out. They come mostly from texts that were cut within a character or copied from a terminal.',
  },
  'compliance-violation': {
    when: 'The text has a phrase that the operator has blocked, or a link of a public shortener.',
    remedy: 'Reword it. For short links use tracking links, which are below a domain of your own.',
  },
  'insufficient-credits': {
    when: 'The account has fewer credits than the request costs. Nothing of it was sent.',
    remedy: 'Have the operator grant credits, or send to fewer. A preview tells the cost beforehand.',
  },
  'duplicate-recipients': {
    when: '`recipients` of a broadcast or a batch has the same number twice.',
    remedy: 'Send each number once. Two spellings of a number are the same number.',
  },
  'recipient-not-opted-in': {
    when: 'The recipient is in no group of the account; or, of a broadcast, none of the recipients is in any.',
    remedy: 'Get consent first: have the contact join a group, by `CONFIRM` or by the opt-in form.',
  },
  'recipient-opted-out': {
    when: 'The recipient has texted STOP; or, of a broadcast, all recipients have, or nobody else is left.',
    remedy:
      'Do not text this number. Only its owner can take that back: by texting START and then YES, or on the opt-in form.',
  },
  'contact-not-found': {
    when: 'The account has no contact with this number. Of an erasure: nothing at all is known of the number.',
    remedy: 'Create the contact first with `POST` to the same path.',
  },
  'group-not-found': {
    when: 'No group of the account has this id, or, in the admin API, this name.',
    remedy: 'List the groups for their ids. Groups are made by the operator.',
  },
  'invalid-custom-field': {
    when: 'A value in `customFields` is under a label that the account does not have, or is not what its field takes.',
    remedy: 'Read the custom fields: they tell labels, types and options.',
  },
  'invalid-group-id': {
    when: 'The id of a group does not have the form of one.',
    remedy: 'Use the `id` of the group, `grp_` and 26 letters and digits, and not its name.',
  },
  'hard-opted-out': {
    when: 'The contact has texted STOP, and is to join a group.',
    remedy:
      'Leave the contact out. Only its owner can take that back: by texting START and then YES, or on the opt-in form.',
  },
  'pending-elsewhere': {
    when: 'The contact was asked for its YES to another group, and has not answered.',
    remedy: 'Wait for the answer, or remove the contact from that group first.',
  },
  'contact-exists': {
    when: 'A contact with this number is there already. It was not changed.',
    remedy: 'Change it with `PATCH`.',
  },
  'silent-unavailable': {
    when: 'The account does not have the capability to enrol without a message.',
    remedy: 'Use `DIRECT` or `CONFIRM`, or have the operator set `capabilities.silentOptIn`.',
  },
  'schedule-ended': {
    when: 'The schedule has sent all that it would, or was deleted.',
    remedy: 'Make a new schedule.',
  },
  'schedule-in-past': {
    when: '`schedule.at` is more than an hour ago; or a schedule whose time has passed meanwhile is to be active again.',
    remedy: 'Give it a time to come. Check the `timezone`: `at` is the wall clock there.',
  },
  'invalid-input': {
    when:
      'A field is missing, unknown, of another type or beyond its bounds; a query parameter is wrong; or the body is no ' +
      'JSON object, or ends early.',
    remedy:
      'Correct what `details.fields` names. The same faults are found beforehand by the schemas of the OpenAPI document.',
  },
  'malformed-request': {
    when: 'What came is not valid HTTP/1.1, has no `Host`, or asks for a tunnel. The connection is closed.',
    remedy: 'Look at the client and at the proxies between: they have changed the request.',
  },
  'account-not-found': {
    when: 'The admin API knows no account of this name.',
    remedy: 'Check the name, letter by letter. `carillon apply` makes an account.',
  },
  'api-key-not-found': {
    when: 'The account has no API key with this id, or it was revoked before.',
    remedy: NOT_FOUND_REMEDY,
  },
  'message-not-found': {
    when: 'No message of the account has this id, or it is older than the account keeps messages.',
    remedy: NOT_FOUND_REMEDY,
  },
  'broadcast-not-found': {
    when: 'No broadcast or batch of the account has this id. The two have paths of their own.',
    remedy: NOT_FOUND_REMEDY,
  },
  'contact-list-not-found': {
    when: 'The account has no contact list of this id or name.',
    remedy: 'Check it. Contact lists are made by the operator.',
  },
  'schedule-not-found': { when: 'No schedule of the account has this id.', remedy: NOT_FOUND_REMEDY },
  'dead-job-not-found': {
    when: 'The account has no dead job with this id: it was retried already, or never died.',
    remedy: 'List the dead jobs.',
  },
  'webhook-endpoint-not-found': { when: 'No webhook endpoint of the account has this id.', remedy: NOT_FOUND_REMEDY },
  'webhook-delivery-not-found': {
    when: 'No delivery has this id, or no event was kept that this endpoint subscribes to.',
    remedy: 'List the deliveries of the endpoint. Old ones are removed.',
  },
  'form-not-found': {
    when: 'The group has no opt-in form, or it is closed.',
    remedy: 'Have the operator declare the form with `optInForm` of the group.',
  },
  'tracking-link-not-found': {
    when: 'The account has no tracking link of this id or text.',
    remedy: 'List the tracking links of the account.',
  },
  'no-such-route': {
    when: 'There is nothing at this path.',
    remedy: 'Compare it with the reference: capitals, a slash at the end and the version in it count.',
  },
  'wrong-method': {
    when: 'The path is there, and takes other methods.',
    remedy: 'Use one of those in the header `Allow`.',
  },
  'too-slow': {
    when: 'The request, or its body, came too slowly. The connection is closed.',
    remedy: 'Send the body as a whole. If it is your connection that is slow, send fewer recipients a request.',
  },
  'api-key-taken': {
    when: 'An API key with this id is there already, here or with another account.',
    remedy: 'Choose another id, or leave it out: then one is made.',
  },
  'key-in-use': {
    when: 'A request with the same idempotency key is running, and did not end within 10 s.',
    remedy: 'Repeat it after `Retry-After`: then it answers what the first one was answered.',
  },
  'broadcast-running': {
    when: 'A broadcast or batch is to be retried before it has ended.',
    remedy:
      'Wait until its `status` is `completed`, `canceled` or `failed`. The webhook `broadcast.completed` tells so.',
  },
  'nothing-to-retry': {
    when: 'No message of the broadcast or batch has failed that could be sent again.',
    remedy: 'Nothing. What ended as `unknown_outcome` is left out, since it may have been sent.',
  },
  'too-many-to-retry': {
    when: 'More messages of it have failed than one broadcast may have. `details`: `failed` and `limit`.',
    remedy: 'List the failed messages, and send to them in broadcasts of your own.',
  },
  'too-many-to-replay': {
    when: 'The span of time has more events than are sent again at once. `details`: `limit`.',
    remedy: 'Ask for shorter spans, one after the other.',
  },
  'webhook-endpoint-taken': {
    when: 'The account has an endpoint at this URL. `details`: its `id`.',
    remedy: 'Change that one.',
  },
  'webhook-endpoint-disabled': {
    when: 'The endpoint is disabled, and something is to be sent to it.',
    remedy: 'Enable it first. Its `disabled` says since when and why.',
  },
  'too-many-webhook-endpoints': {
    when: 'The account has as many endpoints as an account can have.',
    remedy: 'Remove one, or have one of them take more types of events.',
  },
  'form-text-changed': {
    when: 'The text of an opt-in form has changed between showing it and sending it.',
    remedy: 'Load the page again, and agree to the text that is there now.',
  },
  'erasure-waits': {
    when: 'Something is still on its way to the number that is to be erased. What can be erased is erased.',
    remedy: 'Erase again after `Retry-After`, for the rest.',
  },
  'body-too-large': {
    when: 'The body is longer than its path takes: 256 KB, 16 MB for a broadcast, 32 MB for a batch or a preview.',
    remedy: 'Send fewer recipients a request.',
  },
  'wrong-content-type': {
    when: 'The body is not of the type that the path takes, not in UTF-8, or compressed in a way that is not known.',
    remedy:
      'Send `Content-Type: application/json`, or `application/merge-patch+json` or `text/csv` where the reference says so.',
  },
  'unmet-expectation': {
    when: 'The header `Expect` asks for something other than `100-continue`.',
    remedy: 'Leave the header out.',
  },
  'too-many-codes': {
    when: 'Too many codes were asked for on opt-in forms from this address, or on those of the account.',
    remedy: 'Wait. Attackers make such forms text strangers, so the limits cannot be changed.',
  },
  'head-too-large': {
    when: 'Path and headers together are longer than 16 KB. The connection is closed.',
    remedy: 'Shorten the query, and leave out cookies.',
  },
  'code-not-sent': {
    when: 'The account of an opt-in form has no active number, or no credits for the code.',
    remedy: 'The operator gives the account a number or credits. Until then nobody can join there.',
  },
  crashed: {
    when: 'An error that nobody has foreseen. It is in the log of the service.',
    remedy: 'Tell the operator the `X-Request-Id` of the answer. That is how the line in the log is found.',
  },
  unavailable: {
    when: 'The service cannot reach its database, or as many large requests, previews, imports or exports run as may run at once.',
    remedy: 'Repeat it after `Retry-After`. If it stays so, `/readyz` and the log of the service say what is wrong.',
  },
} as const satisfies Record<ErrorCode | HttpErrorCode, ErrorReason>
