import type { ErrorCode } from '@carillon/core'
import type { HttpErrorCode } from '../../api/error-codes.js'

export type ErrorReason = {
  /** When the error happens. */
  readonly when: string
  /** What the client can do about it. */
  readonly remedy: string
}

const NOT_FOUND_REMEDY = 'Check the id. Ids of other accounts are not found.'

/** Every possible refusal. Several refusals can share a code; these texts distinguish them. */
export const ERROR_REASONS = {
  unauthenticated: {
    when: 'The API key is missing, unknown or revoked, or its secret is wrong. On the admin API, the admin token is missing or wrong.',
    remedy:
      'Send the id of the key as the user name and its secret as the password of Basic authentication, or the admin ' +
      'token as a Bearer token. A lost secret cannot be recovered: create a new key.',
  },
  'too-many-failures': {
    when:
      'Too many credentials from this address were wrong: of this API key, of many keys, or admin tokens. The credentials ' +
      'were not checked.',
    remedy:
      'Wait for the number of seconds in the header `Retry-After`, which doubles with each further failure, up to a minute ' +
      'for a key and 8 seconds for the admin token. Other addresses are not affected.',
  },
  'sign-in-failed': {
    when: 'In the dashboard: the e-mail address or the password is wrong, or the user is disabled.',
    remedy: 'Check both. An owner can make a link for a new password, and so can the operator: `carillon users reset`.',
  },
  'rate-limited': {
    when: 'The account has reached its limit of requests of this kind in 60 seconds.',
    remedy:
      'Slow down: `RateLimit-Remaining` and `RateLimit-Reset` of every response show what is left. A refused request has ' +
      'no effect. Send many texts as one broadcast or batch, which counts as one request.',
  },
  'invalid-phone-number': {
    when: 'A number in the path or the body is not in E.164 form, or has a length that is not used in its country.',
    remedy: 'Write `+`, the calling code and the number, without spaces: `+12025550123`. In a path, `+` may be `%2B`.',
  },
  'sender-not-assigned': {
    when:
      '`from` is not a number of the account. Or a confirmation is to be sent to a contact, but the account has no active ' +
      'number to send it from.',
    remedy: 'Use a number of the account. The operator adds numbers with `carillon apply`.',
  },
  'sender-not-active': {
    when: '`from` is a number of the account, but it is inactive.',
    remedy: 'Use another number, or ask the operator to activate this one.',
  },
  'quota-reached': {
    when: 'The request would exceed the daily message quota of the account (UTC days). Nothing was sent.',
    remedy: 'Wait until 00:00 UTC, send to fewer recipients, or ask the operator to raise `dailyMessageQuota`.',
  },
  'unsupported-characters': {
    when: 'The text contains control characters other than LF, CR and TAB, lone surrogates, or Unicode noncharacters.',
    remedy: 'Remove them. Most come from texts that were cut in the middle of a character or copied from a terminal.',
  },
  'compliance-violation': {
    when: 'The text contains a phrase that the operator has blocked, or a link from a public URL shortener.',
    remedy: 'Reword the text. For short links, use tracking links on a domain of your own.',
  },
  'insufficient-credits': {
    when: 'The account has fewer credits than the request costs. Nothing was sent.',
    remedy: 'Ask the operator to grant credits, or send to fewer recipients. A preview shows the cost in advance.',
  },
  'duplicate-recipients': {
    when: '`recipients` of a broadcast or a batch contains the same number twice.',
    remedy: 'Send each number once.',
  },
  'recipient-not-opted-in': {
    when: 'The recipient is not in any group of the account. For a broadcast: no recipient is in any group.',
    remedy: 'Get consent first: enrol the contact in a group with `CONFIRM`, or let them join with the opt-in form.',
  },
  'recipient-opted-out': {
    when: 'The recipient has texted STOP. For a broadcast: all recipients have texted STOP.',
    remedy:
      'Do not text this number. Only its owner can opt in again: by texting START and then YES, or with the opt-in form.',
  },
  'contact-not-found': {
    when: 'The account has no contact with this number. For an erasure: no data is stored for the number.',
    remedy: 'Create the contact first: `POST /api/v1/contacts/by-phone/{phoneNumber}`.',
  },
  'group-not-found': {
    when: 'No group of the account has this id, or, in the admin API, this name.',
    remedy: 'List the groups to get their ids. Only the operator creates groups.',
  },
  'invalid-custom-field': {
    when: '`customFields` contains a label that the account does not have, or a value that the field does not allow.',
    remedy: 'List the custom fields to get their labels, types and options.',
  },
  'invalid-group-id': {
    when: 'The id does not have the form of a group id.',
    remedy: 'Use the `id` of the group (`grp_` followed by 26 letters and digits), not its name.',
  },
  'hard-opted-out': {
    when: 'The contact has texted STOP, so it cannot be enrolled in a group.',
    remedy:
      'Do not enrol the contact. Only the contact can opt in again: by texting START and then YES, or with the opt-in form.',
  },
  'pending-elsewhere': {
    when: 'The contact was asked to confirm another group, and has not answered.',
    remedy: 'Wait for the answer, or remove the contact from that group first.',
  },
  'contact-exists': {
    when: 'A contact with this number already exists. It was not changed.',
    remedy: 'Change it with `PATCH`.',
  },
  'silent-unavailable': {
    when: 'The account is not allowed to enrol contacts without a message.',
    remedy: 'Use `DIRECT` or `CONFIRM`, or ask the operator to set `capabilities.silentOptIn`.',
  },
  'schedule-ended': {
    when: 'The schedule has completed all its sends, or was deleted.',
    remedy: 'Create a new schedule.',
  },
  'schedule-in-past': {
    when: '`schedule.at` was more than an hour ago. Or the time of a paused schedule has passed, so it cannot be resumed.',
    remedy: 'Set a future time. Check the `timezone`: `at` is local time there.',
  },
  'invalid-input': {
    when:
      'A field is missing, unknown, of the wrong type or out of bounds; a query parameter is invalid; or the body is not a ' +
      'JSON object, or is incomplete. On `to`, and on `recipients` if it concerns all of them: the number is in a country, or ' +
      'of a kind, that the account may not text.',
    remedy:
      'Correct the fields in `details.fields`. Check requests with the schemas of the OpenAPI document before sending.',
  },
  'malformed-request': {
    when: 'The request is not valid HTTP/1.1, has no `Host`, or uses `CONNECT`. The connection is closed.',
    remedy: 'Check the client and the proxies between it and the service: one of them sends an invalid request.',
  },
  'not-the-author': {
    when: 'In the dashboard: a note about a conversation was written by somebody else.',
    remedy: 'Ask its author or an admin of the account.',
  },
  'role-too-low': {
    when: 'The user of the dashboard has a role in the account that does not include this.',
    remedy: 'Ask an admin of the account, or an owner of the service, for a higher role.',
  },
  'cross-site-request': {
    when: 'A request of the dashboard API that changes something does not come from a page of the dashboard.',
    remedy: 'Use the dashboard in a browser. Programs use the API of the account, with an API key.',
  },
  'insecure-connection': {
    when: 'Somebody signs in to the dashboard by plain HTTP from another machine.',
    remedy:
      'Open the dashboard by HTTPS. Behind a proxy that ends HTTPS, set `TRUST_PROXY`, so that the service knows how the ' +
      'browser is connected.',
  },
  'account-not-found': {
    when: 'No account has this name.',
    remedy: 'Check the spelling of the name. `carillon apply` creates accounts.',
  },
  'api-key-not-found': {
    when: 'The account has no API key with this id, or the key is already revoked.',
    remedy: NOT_FOUND_REMEDY,
  },
  'message-not-found': {
    when: 'No message of the account has this id, or the message is older than the retention of the account.',
    remedy: NOT_FOUND_REMEDY,
  },
  'draft-not-found': {
    when: 'In the dashboard: no draft of the account has this id. It was deleted, or nobody has changed it for 180 days.',
    remedy: NOT_FOUND_REMEDY,
  },
  'template-not-found': {
    when: 'No template of the account has this id, in the path or in `template.id`.',
    remedy: NOT_FOUND_REMEDY,
  },
  'conversation-not-found': {
    when: 'No conversation of the account has this id, or its last text from the person is older than the retention of the account.',
    remedy: NOT_FOUND_REMEDY,
  },
  'note-not-found': {
    when: 'In the dashboard: the conversation has no note with this id.',
    remedy: NOT_FOUND_REMEDY,
  },
  'broadcast-not-found': {
    when: 'No broadcast or batch of the account has this id. Broadcasts and batches have separate paths.',
    remedy: NOT_FOUND_REMEDY,
  },
  'import-not-found': {
    when: 'The account has no import of contacts with this id, or it was deleted, 30 days after its upload.',
    remedy: 'List the imports.',
  },
  'import-not-ready': {
    when: 'An import was to be mapped, checked or started while a worker works on it, or after it has ended.',
    remedy: 'Wait until the check has ended, or upload the file again.',
  },
  'too-many-imports': {
    when: 'The account has 10 imports that have not ended.',
    remedy: 'Start or cancel one of them.',
  },
  'contact-list-not-found': {
    when: 'The account has no contact list with this id or name.',
    remedy: 'Check the id or name. Only the operator creates contact lists.',
  },
  'segment-not-found': {
    when: 'No segment of the account has this id. A filter or segment may also name one that was removed.',
    remedy: 'List the segments to get their ids.',
  },
  'schedule-not-found': { when: 'No schedule of the account has this id.', remedy: NOT_FOUND_REMEDY },
  'dead-job-not-found': {
    when: 'The account has no dead job with this id: the job was already retried, or never died.',
    remedy: 'List the dead jobs.',
  },
  'dead-job-needed': {
    when: 'A job of this kind cannot be discarded, because later work of the account waits for it.',
    remedy: 'Fix the cause of its error, and retry the job.',
  },
  'webhook-endpoint-not-found': { when: 'No webhook endpoint of the account has this id.', remedy: NOT_FOUND_REMEDY },
  'webhook-delivery-not-found': {
    when: 'The endpoint has no delivery of this event, or no stored event with this id can be sent to it.',
    remedy: 'List the deliveries of the endpoint. Old deliveries are removed.',
  },
  'form-not-found': {
    when: 'No group has this id, or the opt-in forms of its account are closed.',
    remedy: 'Check the id. The operator opens the forms with `open` in `optInForm` of the account.',
  },
  'tracking-link-not-found': {
    when: 'The account does not have this tracking link.',
    remedy: 'List the tracking links of the account.',
  },
  'carrier-not-found': {
    when: 'No carrier in the file of carriers has this name.',
    remedy: 'Check the spelling of the name. `carillon carriers` lists the carriers.',
  },
  'test-text-not-found': {
    when: 'No test text of this carrier has this reference. Test texts are kept for a day.',
    remedy: 'Submit another test text.',
  },
  'no-list-of-opt-outs': {
    when: 'The carrier has no list of its own opt-outs that the service can read.',
    remedy: 'Only Telnyx has such a list. Look at the opt-outs on the pages of the carrier, if it has any.',
  },
  'no-such-route': {
    when: 'No route has this path.',
    remedy: 'Compare the path with the reference: case, a trailing slash and the version matter.',
  },
  'wrong-method': {
    when: 'The path exists, but does not allow this method.',
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  'too-slow': {
    when: 'The request or its body arrived too slowly. A body must arrive within 60 s; for the file of an import, the service waits 30 min in all. The connection is closed.',
    remedy: 'Send the body without pauses. If your connection is slow, send fewer recipients in each request.',
  },
  'owner-required': {
    when: 'In the dashboard: the change is about settings that only an owner of the service may change.',
    remedy: 'Ask the operator of the service.',
  },
  'state-changed': {
    when:
      'In the dashboard: `If-Match` is not the `ETag` of what is stored, because somebody else, or `carillon apply`, has ' +
      'changed it.',
    remedy:
      'Look at the current state in `details.current`, and repeat the change with its `ETag` if it is still wanted.',
  },
  'name-taken': {
    when:
      'A segment or template of the account has this name already. In the dashboard, also an account, group, tag, ' +
      'custom field, number or tracking link.',
    remedy: 'Choose another name, or change the existing item.',
  },
  'item-in-use': {
    when: 'In the dashboard: something that still uses a group or a number prevents its removal, such as a frequency cap or a sending window that names the group, or a pool that names the number. `details.usedBy` lists it.',
    remedy: 'Change what uses it first.',
  },
  'pool-in-use': {
    when: 'In the dashboard: the pool cannot be removed, because schedules that have not ended send from it.',
    remedy: 'Change or cancel these schedules first: `details.schedules` has the ids of the first 20.',
  },
  'segment-in-use': {
    when: 'The segment cannot be removed, because schedules that have not ended or other segments name it.',
    remedy:
      'Change or delete what names it first: `details.schedules` and `details.segments` have the ids of the first 20 of each.',
  },
  'too-many-items': {
    when:
      'The account has the maximum number of segments, or in the dashboard of items of another kind, which is ' +
      '`details.limit`.',
    remedy: 'Remove items that are no longer needed.',
  },
  'pool-not-found': {
    when: 'In the dashboard: the account has no pool with this id.',
    remedy: NOT_FOUND_REMEDY,
  },
  'sender-not-found': {
    when: 'In the dashboard: the account does not have this number.',
    remedy: NOT_FOUND_REMEDY,
  },
  'custom-field-not-found': {
    when: 'In the dashboard: the account has no custom field with this key.',
    remedy: NOT_FOUND_REMEDY,
  },
  'tag-not-found': {
    when: 'In the dashboard: the account has no tag with this id.',
    remedy: NOT_FOUND_REMEDY,
  },
  'api-key-taken': {
    when: 'This account or another account already has an API key with this id.',
    remedy: 'Choose another id, or omit it to get a generated id.',
  },
  'key-in-use': {
    when: 'A request with the same idempotency key is still running after 10 s.',
    remedy: 'Repeat the request after `Retry-After`: it then gets the response of the first request.',
  },
  'key-used-differently': {
    when: 'In the dashboard: the message was sent before, from another tab or by a colleague, with other words or recipients.',
    remedy: 'Look at what was sent. To send this one too, compose it as a new message.',
  },
  'broadcast-running': {
    when: 'The broadcast or batch has not ended, so it cannot be retried.',
    remedy:
      'Wait until its `status` is `completed`, `canceled` or `failed`. The event `broadcast.completed` reports the end.',
  },
  'nothing-to-retry': {
    when: 'The broadcast or batch has no failed message that can be sent again.',
    remedy: 'Nothing. Messages with `unknown_outcome` are not retried, because they may have been sent.',
  },
  'too-many-to-retry': {
    when: 'More messages failed than one broadcast can have. `details`: `failed` and `limit`.',
    remedy: 'List the failed messages, and send to their recipients in several broadcasts.',
  },
  'too-many-to-replay': {
    when: 'The time span contains more events than one request can replay. `details`: `limit`.',
    remedy: 'Replay it in shorter time spans.',
  },
  'webhook-endpoint-taken': {
    when: 'The account already has an endpoint with this URL. `details`: its `id`.',
    remedy: 'Change the existing endpoint.',
  },
  'webhook-endpoint-disabled': {
    when: 'The endpoint is disabled, so no event can be sent to it.',
    remedy: 'Enable the endpoint first. Its `disabled` has the time and the reason.',
  },
  'too-many-drafts': {
    when: 'In the dashboard: the account has 200 drafts.',
    remedy: 'Delete drafts that nobody needs any more.',
  },
  'template-in-use': {
    when: 'Schedules that have not ended use the template. `details.schedules` has the ids of the first 100.',
    remedy: 'Give these schedules another text, or delete them.',
  },
  'too-many-templates': {
    when: 'The account has 1,000 templates, or the template has 1,000 versions.',
    remedy: 'Delete templates that nobody needs any more, or create another template.',
  },
  'too-many-webhook-endpoints': {
    when: 'The account has reached the maximum number of endpoints.',
    remedy: 'Remove an endpoint, or subscribe an existing endpoint to more event types.',
  },
  'form-text-changed': {
    when: 'The text of the opt-in form has changed since the page was loaded.',
    remedy: 'Reload the page, and agree to the current text.',
  },
  'erasure-waits': {
    when: 'A message to the number is still being sent. Everything else is erased.',
    remedy: 'Repeat the erasure after `Retry-After`.',
  },
  'body-too-large': {
    when: 'The body is too long. Limits: 256 KB on most paths, 16 MB for a broadcast, 32 MB for a batch or a preview.',
    remedy: 'Send fewer recipients in each request.',
  },
  'wrong-content-type': {
    when: 'The path does not accept this content type, charset or content encoding.',
    remedy:
      'Send `Content-Type: application/json`, or `application/merge-patch+json` or `text/csv` where the reference says so.',
  },
  'condition-required': {
    when: 'In the dashboard: a change of settings has no `If-Match`, or one without a strong ETag.',
    remedy:
      'Read the settings, and send the `ETag` of the response as `If-Match`, so that no change of others is lost.',
  },
  'wrong-host': {
    when: 'The simulated phones were opened under a host name that they do not know. It may be a web site that points its own name to your machine.',
    remedy:
      'Use `localhost` or the IP address. The operator allows other names with the setting `CARILLON_SIM_HOSTS`, or with the option `hosts` of `simRouter`.',
  },
  'unmet-expectation': {
    when: 'The header `Expect` has a value other than `100-continue`.',
    remedy: 'Omit the header.',
  },
  'too-many-codes': {
    when: 'Too many codes were requested on opt-in forms: from this address or its network, for similar numbers, for numbers of one country, or for the account.',
    remedy: 'Wait. The operator of the account can change the limits.',
  },
  'too-many-confirmations': {
    when: 'The number was asked to confirm in the last 24 hours, or three times in the last 30 days, and has not answered.',
    remedy:
      'Wait for the time in the message, or for the YES of the contact. To delete the membership or the contact does not help.',
  },
  'too-many-sign-ins': {
    when: 'In the dashboard: too many sign-ins from this address or in this name have failed, or too many people sign in at once.',
    remedy:
      'Wait for the number of seconds in the header `Retry-After`, at most a minute. Nobody is locked out for longer.',
  },
  'link-not-found': {
    when: 'A link to set up the service, to join or to choose a new password was used, has expired, or was replaced by a newer one.',
    remedy:
      'Ask an owner or the operator for another link: `carillon users reset`. A new start of a service without users prints one.',
  },
  'user-not-found': {
    when: 'There is no user with this id or e-mail address, or none in this account.',
    remedy: 'Check the id. `carillon users list` and the list of users in the dashboard have all users.',
  },
  'user-exists': {
    when: 'Another user has the e-mail address. Upper and lower case make no difference.',
    remedy: 'Change the roles of that user instead.',
  },
  'user-disabled': {
    when: 'A disabled user gets no link.',
    remedy: 'Enable the user first.',
  },
  'identity-taken': {
    when: 'Another user signs in with this identity of the OpenID Connect issuer.',
    remedy: 'Sign in as that user, or use another identity.',
  },
  'last-owner': {
    when: 'The change would leave the service without an owner who can sign in.',
    remedy: 'Make another active user an owner first.',
  },
  'session-not-found': {
    when: 'The user has no session with this id, or it has ended.',
    remedy: 'Read the list of sessions again.',
  },
  'proof-of-work-required': {
    when: 'More than 50 codes of the form, or of the forms that share its limits, were sent in an hour, and fewer than a tenth of them were entered.',
    remedy: 'Send the form with a browser that runs scripts: the page computes the proof.',
  },
  'head-too-large': {
    when: 'Path and headers together are longer than 16 KB. The connection is closed.',
    remedy: 'Shorten the query, and omit cookies.',
  },
  'too-many-opt-outs': {
    when: 'The carrier’s own list of opt-outs has more numbers of the account than can be compared. `details` has the `limit`.',
    remedy: 'Read the list from the carrier, and compare it with another program.',
  },
  'opt-outs-unreadable': {
    when: 'The carrier’s own list of opt-outs could not be read. `message` has the reason, such as the status of its response.',
    remedy: 'Try again later. If it stays so, check the carrier with `carillon carriers check`.',
  },
  'code-not-sent': {
    when: 'The account of an opt-in form has no active number or no credits for the code, or has used up its daily quota.',
    remedy:
      'The operator must give the account a number or credits; a daily quota allows codes again at midnight UTC, or once the operator raises it. Until then, nobody can join with the form.',
  },
  'number-not-served': {
    when: 'A code for an opt-in form is requested for a number in another country, or of a kind, that the form does not serve.',
    remedy:
      'The operator can add countries with `formCountries` in the account’s file, and other kinds with `allowPremium`.',
  },
  crashed: {
    when: 'An unexpected error occurred. It is in the log of the service.',
    remedy: 'Send the `X-Request-Id` of the response to the operator, who can find the log entry with it.',
  },
  unavailable: {
    when: 'The service cannot reach its database, or too many large requests, previews, imports or exports are running.',
    remedy:
      'Repeat the request after `Retry-After`. If the error persists, `/readyz` and the log of the service show the cause.',
  },
} as const satisfies Record<ErrorCode | HttpErrorCode, ErrorReason>
