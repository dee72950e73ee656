import { createHash } from 'node:crypto'
import type {
  CarrierAnswer,
  CarrierFailure,
  CarrierNews,
  CarrierReply,
  CarrierRequest,
  CarrierText,
  CarrierWebhooks,
} from '@carillon/core'
import { readJson } from '../http/read-json.js'
import { withPlus } from '../http/phone-digits.js'
import { carrierText } from '../http/carrier-text.js'
import { callerFaultOf, queryOf } from './caller-check.js'
import { credentialsIn } from './credentials.js'
import type {
  CallerCheck,
  DescribedInbound,
  DescribedReceipts,
  DescribedReply,
  GatewayDescription,
} from './description.js'
import { compileJsonPath } from './language/json-path.js'
import { conditionReader, valueReader, valuesReader, type Source } from './selector.js'

/** The news of one receipt or text in a request; a string is the reason why it cannot be understood. */
type ItemReader = (source: Source, item: Item) => readonly CarrierNews[] | string

type Item = { readonly request: CarrierRequest; readonly position: number }

/** Null if the gateway sends nothing. */
export function gatewayWebhooks(description: GatewayDescription): CarrierWebhooks | null {
  const { receipts, inbound, carrierAnswersKeywords = false } = description
  if (receipts === undefined && inbound === undefined) return null
  const absent = (): CarrierAnswer => ({
    kind: 'absent',
    reason: 'The description of the gateway has no such requests',
  })
  return {
    receipts:
      receipts === undefined ? absent : requestReader(receipts, receiptReader(receipts, credentialsIn(description))),
    inbound: inbound === undefined ? absent : requestReader(inbound, textReader(inbound, carrierAnswersKeywords)),
  }
}

function requestReader(
  { check, each, reply }: { readonly check: CallerCheck; readonly each?: string; readonly reply?: DescribedReply },
  readItem: ItemReader,
): (request: CarrierRequest) => CarrierAnswer {
  const itemsOf = each === undefined ? null : compileJsonPath(each)
  const isEmpty = emptinessOf(each)
  return (request) => {
    const fault = callerFaultOf(check, request)
    if (fault !== null) return { kind: 'forged', reason: fault }
    const source = sourceOf(request)
    const items = itemsOf === null ? [source] : itemsOf(source.json).map((json) => ({ ...source, json }))
    if (items.length === 0 && !isEmpty(source.json)) {
      return { kind: 'unreadable', reason: `Found nothing at ${each}` }
    }
    const read = items.map((item, position) => readItem(item, { request, position }))
    const reasons = read.filter((one) => typeof one === 'string')
    // What cannot be read now cannot be read later either, so the rest is not refused because of it.
    if (reasons.length > 0 && reasons.length === items.length) return { kind: 'unreadable', reason: reasons[0]! }
    return { kind: 'news', news: read.flatMap((one) => (typeof one === 'string' ? [] : one)), reply: replyOf(reply) }
  }
}

function receiptReader(receipts: DescribedReceipts, secrets: readonly string[]): ItemReader {
  const [reference, id, status] = [receipts.reference, receipts.id, receipts.status].map(valueReader)
  const [code, message, time] = [receipts.code, receipts.message, receipts.at].map(valueReader)
  const meanings = lowerCased(receipts.statuses)
  const types = lowerCased(receipts.codes ?? {})
  return (source) => {
    const word = status!(source)?.trim()
    if (word === undefined) return 'The receipt has no status'
    const meaning = meanings.get(word.toLowerCase())
    if (meaning === undefined) return `The status ${JSON.stringify(word.slice(0, 60))} is not described`
    if (meaning === 'pending') return []
    const [referenceFound, providerId] = [reference!(source) || null, id!(source) || null]
    if (referenceFound === null && providerId === null) return 'The receipt has neither a reference nor an id'
    const carrierCode = code!(source) ?? word
    const failure: CarrierFailure | null =
      meaning === 'delivered'
        ? null
        : {
            type: types.get(carrierCode.toLowerCase()) ?? meaning,
            message: `The gateway reports a failure: ${carrierText(message!(source) || word, secrets)}`,
            carrierCode,
          }
    const at = dateOf(time!(source), receipts.atFormat ?? 'iso')
    return [{ kind: 'receipt', reference: referenceFound, providerId, at, failure }]
  }
}

function textReader(inbound: DescribedInbound, carrierAnswersKeywords: boolean): ItemReader {
  const [from, to, text, id] = [inbound.from, inbound.to, inbound.text, inbound.id].map(valueReader)
  const media = valuesReader(inbound.media)
  const sentAt = valueReader(inbound.at)
  const isText = inbound.when === undefined ? () => true : conditionReader(inbound.when)
  const isAnswered = inbound.isAnswered === undefined ? () => true : conditionReader(inbound.isAnswered)
  const numberOf = inbound.addPlus === true ? withPlus : (number: string) => number
  return (source, item) => {
    if (!isText(source)) return []
    const [sender, receiver, body] = [from!(source)?.trim(), to!(source)?.trim(), text!(source)]
    const mediaUrls = media(source).filter((url) => url !== '')
    if (!sender || !receiver) return 'The text has no sender or no receiver'
    if (body === null && mediaUrls.length === 0) return 'The text has neither a body nor media'
    const providerId = inbound.id === undefined ? digestOf(item, sentAt(source)) : id!(source)
    if (!providerId) return 'The text has no id'
    const read: CarrierText = {
      kind: 'inbound',
      from: numberOf(sender),
      to: numberOf(receiver),
      body: body ?? '',
      mediaUrls,
      providerId,
      isAnswered: carrierAnswersKeywords && isAnswered(source),
    }
    return [read]
  }
}

function sourceOf({ url, headers, body }: CarrierRequest): Source {
  const text = new TextDecoder().decode(body)
  const query = queryOf(url)
  let form: URLSearchParams | null = null
  return {
    query: (name) => query.getAll(name),
    form: (name) => (form ??= new URLSearchParams(text)).getAll(name),
    header: (name) => headers[name] ?? null,
    json: readJson(text),
    body: text,
  }
}

/** How long the same request counts as a repetition of the gateway, if it has no time. A person texts STOP twice. */
const REPEATED_MS = 300_000

/** The id of a text whose gateway has none: the same for a request that the gateway repeats. */
function digestOf({ request: { url, body, at }, position }: Item, sentAt: string | null): string {
  const time = sentAt || Math.floor(at.getTime() / REPEATED_MS)
  return createHash('sha256').update(`${time}\n${url}\n${position}\n`).update(body).digest('hex')
}

function replyOf(reply: DescribedReply | undefined): CarrierReply | null {
  if (reply === undefined) return null
  return { status: reply.status ?? 200, contentType: reply.contentType ?? 'text/plain', body: reply.body ?? '' }
}

function dateOf(text: string | null, format: 'iso' | 'seconds' | 'milliseconds'): Date | null {
  if (text === null || (format !== 'iso' && !/^\d{1,16}$/.test(text))) return null
  const date = new Date(format === 'iso' ? text : Number(text) * (format === 'seconds' ? 1_000 : 1))
  return Number.isNaN(date.getTime()) ? null : date
}

/** Whether a path finds nothing because the list that it names is there and empty. */
function emptinessOf(path = ''): (json: unknown) => boolean {
  const lists = [...path.matchAll(/\[\*\]/g)].map(({ index }) => compileJsonPath(path.slice(0, index)))
  return (json) =>
    isEmptyList(json) ||
    lists.some((find) => {
      const found = find(json)
      return found.length > 0 && found.every(isEmptyList)
    })
}

function isEmptyList(json: unknown): boolean {
  return Array.isArray(json) && json.length === 0
}

function lowerCased<T>(words: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(words).map(([word, meaning]) => [word.toLowerCase(), meaning]))
}
