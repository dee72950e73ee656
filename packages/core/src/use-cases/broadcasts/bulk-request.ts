import type { Account } from '../../model/accounts/account.js'
import type { BroadcastKind } from '../../model/broadcasts/broadcast.js'
import type { RequestedCanary } from '../../model/broadcasts/canary.js'
import type { Recipients } from '../../model/broadcasts/recipients.js'
import { isIdempotencyKey } from '../../model/idempotency/key.js'
import { MESSAGE_FIELD_RULES } from '../../model/messages/message-rules.js'
import type { UsedTemplate } from '../../model/templates/template-content.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import type { Range } from '../../values/field-rule.js'
import { isPhoneNumber, notAPhoneNumber, type PhoneNumber } from '../../values/phone/phone-number.js'

/** The minimum and maximum number of recipients in a request. */
export const RECIPIENTS_RANGES: Record<BroadcastKind, Range> = {
  broadcast: { min: 100, max: 50_000 },
  batch: { min: 1, max: 10_000 },
}

/** A broadcast or batch as requested. */
export type BulkRequest = {
  readonly kind: BroadcastKind
  readonly account: Account
  readonly from: string
  /** `""` if there is only media; null in a batch. */
  readonly body: string | null
  readonly mediaUrl: string | null
  /** The id of a template to send in place of a body, as requested. `mediaUrl` replaces the template's media. */
  readonly template?: string | undefined
  /** The version to send, in place of the newest, for a retry. */
  readonly used?: UsedTemplate | null | undefined
  /** Numbers that are not validated yet: a repeat with a key gets the stored response, whatever its numbers are. */
  readonly recipients: RequestedRecipients
  /** If it is absent, the account decides. */
  readonly smartEncoding?: boolean | undefined
  /** Only in a broadcast: the first recipients are sent ahead, and the others only if no limit is passed. */
  readonly canary?: RequestedCanary | undefined
  /** When queued recipients fail; by default, as `defaultExpiry` says. */
  readonly expiresAt?: Date | undefined
}

/** `templateIds`: only in a batch, for each recipient the id of a template to send in place of a body, or null. */
export type RequestedRecipients<R extends Recipients<string> = Recipients<string>> = R & {
  readonly templateIds?: readonly (string | null)[] | null
}

/**
 * The validated recipients of a request: at least one, at most the maximum, no number twice, each with a possible
 * number and with a valid key or none. The entry points check the minimum of the range, because a retry may have fewer
 * recipients.
 */
export function recipientsOf({ kind, recipients }: BulkRequest): RequestedRecipients<Recipients> {
  const { phones, keys } = recipients
  const { max } = RECIPIENTS_RANGES[kind]
  if (phones.length === 0) throw invalidInput('recipients', 'must not be empty')
  if (phones.length > max) throw invalidInput('recipients', `must have at most ${max} entries, got ${phones.length}`)
  const wrongKey = keys?.findIndex((key) => key !== null && !isIdempotencyKey(key)) ?? -1
  if (wrongKey >= 0) throw invalidInput(`recipients[${wrongKey}].idempotencyKey`, EXPECTED_KEY)
  return { ...recipients, phones: numbersOf(phones) }
}

const EXPECTED_KEY = MESSAGE_FIELD_RULES.idempotencyKey.expected

function numbersOf(phones: readonly string[]): readonly PhoneNumber[] {
  const wrong = phones.findIndex((text) => !isPhoneNumber(text))
  if (wrong >= 0) {
    throw new DomainError('invalid-phone-number', `recipients[${wrong}].to: ${notAPhoneNumber(phones[wrong]!)}`)
  }
  if (new Set(phones).size < phones.length) throw duplicateOf(phones)
  return phones as readonly PhoneNumber[]
}

function duplicateOf(phones: readonly string[]): DomainError {
  const places = new Map<string, number>()
  const second = phones.findIndex((phone, i) => places.size === places.set(phone, places.get(phone) ?? i).size)
  const first = places.get(phones[second]!)!
  return new DomainError(
    'duplicate-recipients',
    `recipients must not contain duplicate phone numbers: recipients[${first}] and recipients[${second}] are the same`,
    { positions: [first, second] },
  )
}
