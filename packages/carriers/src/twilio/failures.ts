import type { FailureType } from '@carillon/core'

/** Codes that say that a request was not processed because there were too many. */
export const THROTTLED: ReadonlySet<string> = new Set(['20429', '30001'])
/** The same, for one sender, its campaign or its brand. */
export const SENDER_THROTTLED: ReadonlySet<string> = new Set(['14107', '21611', '30022', '30023'])

/** The code of an API that does not process requests at present. */
export const UNAVAILABLE = '20503'

/** What each code means, also for receipts, which contain only the code. Any other code is `carrier_rejected`. */
const FAILURES: Readonly<Record<string, readonly [type: FailureType, reason: string]>> = {
  10001: ['carrier_account', 'the account is not active'],
  14107: ['provider_unavailable', 'too many texts between the two numbers'],
  20003: ['carrier_account', 'the credentials are not valid'],
  20403: ['carrier_account', 'the account may not use the API'],
  20404: ['carrier_account', 'the account was not found'],
  20503: ['provider_unavailable', 'Twilio is temporarily unavailable'],
  21211: ['invalid_destination', 'the number of the recipient is not valid'],
  21610: ['opted_out', 'the recipient has opted out of texts from this sender'],
  21611: ['provider_unavailable', 'the queue of the sender is full'],
  21612: ['invalid_destination', 'the recipient cannot be reached from this sender'],
  21614: ['invalid_destination', 'the number of the recipient is not a mobile number'],
  30001: ['provider_unavailable', 'the queue of the sender is full'],
  30002: ['carrier_account', 'the account is suspended'],
  30003: ['carrier_rejected', 'the phone of the recipient cannot be reached'],
  30004: ['carrier_rejected', 'the text was blocked'],
  30005: ['invalid_destination', 'the number of the recipient does not exist'],
  30006: ['invalid_destination', 'the number of the recipient is a landline or cannot be reached'],
  30007: ['carrier_rejected', 'a carrier filtered the text'],
  30008: ['carrier_rejected', 'the carrier of the recipient gives no reason'],
  30022: ['provider_unavailable', 'the registered campaign sends too fast'],
  30023: ['provider_unavailable', 'the registered brand has reached its daily limit'],
  30032: ['unregistered_sender', 'the toll-free number is not verified'],
  30034: ['unregistered_sender', 'the number is not registered for 10DLC'],
  30036: ['expired', 'the text waited too long in the queue'],
  30410: ['provider_unavailable', 'the carrier did not respond in time'],
  90010: ['carrier_account', 'the account is not active'],
}

export function failureTypeOf(code: string | null): FailureType | null {
  return knownOf(code)?.[0] ?? null
}

export function reasonOf(code: string | null): string {
  return knownOf(code)?.[1] ?? (code === null ? 'no reason given' : `error ${code}`)
}

function knownOf(code: string | null) {
  return code !== null && Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined
}
