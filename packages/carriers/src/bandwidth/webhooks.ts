import type { CarrierAnswer, CarrierNews, CarrierRequest, CarrierWebhooks } from '@carillon/core'
import { carrierText, type Secrets } from '../http/carrier-text.js'
import { at, readJson, textAt } from '../http/read-json.js'
import { isCarrierKeyword } from '../settings/carrier-keywords.js'
import { callerCheck, type CallerSettings } from './caller.js'
import { failureOf, NO_RECEIPT } from './failures.js'
import type { BandwidthSettings } from './settings.js'

/** An application may have one URL for everything, so both URLs take receipts and texts. */
export function bandwidthWebhooks(
  settings: CallerSettings & Pick<BandwidthSettings, 'clientSecret' | 'password' | 'carrierAnswersKeywords'>,
): CarrierWebhooks {
  const { carrierAnswersKeywords = false } = settings
  const forgeryOf = callerCheck(settings)
  const secrets = [settings.callbackPassword, settings.clientSecret, settings.password]
  const read = (request: CarrierRequest): CarrierAnswer => {
    const forgery = forgeryOf(request)
    if (forgery !== null) return { kind: 'forged', reason: forgery }
    const value = readJson(request.body)
    // The documentation shows arrays, the API description single events.
    const events: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (events.length > 0 && textAt(events[0], 'type') === null) {
      return { kind: 'unreadable', reason: 'Expected an array of events with a type' }
    }
    return {
      kind: 'news',
      news: events.flatMap((event) => newsIn(event, secrets, carrierAnswersKeywords)),
      reply: null,
    }
  }
  return { receipts: read, inbound: read }
}

/** An event that cannot be read is no news, so that the others of the array are not lost. */
function newsIn(event: unknown, secrets: Secrets, answersKeywords: boolean): readonly CarrierNews[] {
  switch (textAt(event, 'type')) {
    case 'message-delivered':
    case 'message-failed':
      return receiptIn(event, secrets)
    case 'message-received':
      return textIn(event, answersKeywords)
    default:
      return []
  }
}

function receiptIn(event: unknown, secrets: Secrets): readonly CarrierNews[] {
  const providerId = textAt(event, 'message', 'id')
  const code = textAt(event, 'errorCode')
  if (providerId === null || code === NO_RECEIPT) return []
  const description = carrierText(textAt(event, 'description') ?? 'no description', secrets)
  const failure = textAt(event, 'type') === 'message-failed' ? failureOf(code, description) : null
  const reference = textAt(event, 'message', 'tag') || null
  return [{ kind: 'receipt', reference, providerId, at: dateOf(textAt(event, 'time')), failure }]
}

/** `to` of a group has all its numbers, that of the event only ours. Bandwidth never says whether it answered, so its keywords count as answered. */
function textIn(event: unknown, answersKeywords: boolean): readonly CarrierNews[] {
  const [from, providerId] = [textAt(event, 'message', 'from'), textAt(event, 'message', 'id')]
  const to = textAt(event, 'to') ?? textAt(event, 'message', 'owner')
  if (from === null || to === null || providerId === null) return []
  const media = at(event, 'message', 'media')
  const mediaUrls = Array.isArray(media) ? media.filter((url) => typeof url === 'string') : []
  const body = textAt(event, 'message', 'text') ?? ''
  return [
    { kind: 'inbound', from, to, body, mediaUrls, providerId, isAnswered: answersKeywords && isCarrierKeyword(body) },
  ]
}

function dateOf(text: string | null): Date | null {
  const date = new Date(text ?? NaN)
  return Number.isNaN(date.getTime()) ? null : date
}
