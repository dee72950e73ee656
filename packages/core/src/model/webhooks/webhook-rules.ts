import type { FieldError } from '../../values/errors.js'
import { oneOf, type FieldRule, type Range } from '../../values/field-rule.js'
import { list, object, text, type Schema } from '../../values/schema.js'
import { WEB_URL_LENGTH_MAX, hasCredentials, isWebUrl } from '../../values/text/addresses.js'
import { EVENT_TYPES } from '../events/event.js'
import { isWebhookSecret } from './webhook-endpoint.js'

/** The rules for the texts of an endpoint, whether it is part of a declaration or added separately. */
export const WEBHOOK_RULES = {
  /** Lists show the URL to every reader, so it must not contain a secret. */
  webhookUrl: {
    holds: (text) => isWebUrl(text) && !hasCredentials(text),
    expected: `must be an absolute http or https URL of at most ${WEB_URL_LENGTH_MAX} characters, without a user name or password: deliveries are signed instead`,
  },
  eventType: oneOf(EVENT_TYPES),
  webhookSecret: { holds: isWebhookSecret, expected: 'must be whsec_ followed by 24 to 64 bytes in base64' },
} satisfies Record<string, FieldRule>

/** How many endpoints an account may have, and how many event types an endpoint may have. */
export const WEBHOOK_RANGES = {
  webhooks: { min: 0, max: 100 },
  events: { min: 1, max: 100 },
} satisfies Record<string, Range>

const URL_AND_EVENTS = {
  url: text(WEBHOOK_RULES.webhookUrl),
  events: list(text(WEBHOOK_RULES.eventType), WEBHOOK_RANGES.events),
}
const SECRET = { secret: text(WEBHOOK_RULES.webhookSecret) }
const NEW_ENDPOINT = object({ required: URL_AND_EVENTS, optional: SECRET })
const CHANGE = object({ optional: { ...URL_AND_EVENTS, ...SECRET } })

type GivenFields = { readonly [Name in keyof typeof CHANGE.fields]?: unknown }

/** The faults of the fields of a new endpoint, which needs a URL and event types. */
export function newWebhookFaults(fields: GivenFields): FieldError[] {
  return faultsOf(NEW_ENDPOINT, fields)
}

/** The faults of changed fields of an endpoint. Absent fields have none. */
export function changedWebhookFaults(fields: GivenFields): FieldError[] {
  return faultsOf(CHANGE, fields)
}

function faultsOf(schema: Schema<unknown>, fields: GivenFields): FieldError[] {
  const faults: FieldError[] = []
  schema.read(fields, '', faults)
  return faults
}
