import { usesSmartEncoding, type Account } from '../../model/accounts/account.js'
import type { BroadcastKind } from '../../model/broadcasts/broadcast.js'
import type { Recipients } from '../../model/broadcasts/recipients.js'
import { isIdempotencyKey } from '../../model/idempotency/key.js'
import { MESSAGE_FIELD_RULES } from '../../model/messages/message-rules.js'
import { checkBody } from '../../model/templates/check-body.js'
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
  /** Numbers that are not validated yet: a repeat with a key gets the stored response, whatever its numbers are. */
  readonly recipients: Recipients<string>
  /** If it is absent, the account decides. */
  readonly smartEncoding?: boolean | undefined
}

/**
 * The validated recipients of a request: at least one, at most the maximum, no number twice, each with a possible
 * number and with a valid key or none. The entry points check the minimum of the range, because a retry may have fewer
 * recipients.
 */
export function recipientsOf({ kind, recipients }: BulkRequest): Recipients {
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

export function hasMedia({ mediaUrl, recipients: { mediaUrls } }: BulkRequest): boolean {
  return mediaUrl !== null || (mediaUrls?.some((url) => url !== null) ?? false)
}

/** Checks the bodies before their merge tags are filled in. For a batch, the error has the index of the recipient. */
export function checkBodies(request: BulkRequest): void {
  const { body, account, recipients } = request
  const check = (text: string) => checkBody(text, account.compliance, { smartEncoding: usesSmartEncoding(request) })
  if (body !== null) check(body)
  const admitted = new Set<string>()
  for (const [i, own] of (recipients.bodies ?? []).entries()) {
    if (admitted.has(own)) continue
    checkAt(i, () => check(own))
    admitted.add(own)
  }
}

function checkAt(i: number, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError(error.code, `recipients[${i}].body: ${error.message}`, { ...error.details, recipient: i })
  }
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
