import type { Submission, SubmissionOutcome, SmscLink } from '@carillon/core'
import { SmppCodecError } from '../codec/codec-error.js'
import { encodePdu } from '../codec/encode-pdu.js'
import type { Pdu } from '../codec/pdu.js'
import { shortTlv } from '../codec/tlvs.js'
import { echoKeyOf, userReferenceOf } from '../receipts/echo.js'
import type { PoolAnswer, PoolRequest } from '../session/bind-pool.js'
import type { FullSettings } from '../settings/smpp-settings.js'
import { addressesOf } from '../text/addresses.js'
import { contentsOf, type MessageContent } from '../text/message-contents.js'
import type { PartReferences } from '../text/part-references.js'
import { outcomeOfAnswer, type PartOutcome } from './part-outcome.js'
import { outcomeOfText } from './text-outcome.js'

export type SubmitOptions = {
  readonly settings: FullSettings
  readonly partReferences: PartReferences
  submit(request: PoolRequest): Promise<PoolAnswer>
  /** Resolves when the links are stored, as far as possible. Never rejects. */
  save(links: readonly SmscLink[]): Promise<void>
  /** The id in the form in which receipts are compared. */
  idOf(id: string): string
}

export type Deadline = {
  readonly deadlineAt: number
  /** Before the deadline: a text that is written shortly before it would have no outcome, and one that is not has one. */
  readonly writeBy: number
}

type Part = { readonly number: number; readonly encoded: Buffer }

/**
 * Submits one text. The first part goes alone: what the SMSC has against a text it says of the first part, and then
 * nothing was taken. The other parts follow together.
 */
export async function submitText(
  message: Submission,
  { deadlineAt, writeBy }: Deadline,
  options: SubmitOptions,
): Promise<SubmissionOutcome> {
  const parts = partsOf(message, options)
  if ('kind' in parts) return parts
  if (options.settings.echoesReference) {
    const isStored = await within(writeBy, options.save(echoLinks(message, parts.length)))
    if (!isStored) return { kind: 'try-later', afterMs: null, because: 'no-time' }
  }
  const send = (part: Part) => submitPart(part, { message, parts: parts.length, deadlineAt, writeBy, options })
  const [first, ...others] = parts
  const outcome = await send(first!)
  if (outcome.kind !== 'accepted') return outcome
  return outcomeOfText(
    [outcome, ...(await Promise.all(others.map((part) => untilTaken(send, part, deadlineAt))))],
    parts.length,
  )
}

function partsOf(message: Submission, { settings, partReferences }: SubmitOptions): readonly Part[] | Refusal {
  const text = textOf(message, settings.mediaAsLink)
  if (text === null) return refusal('SMPP carries no media')
  const contents = contentsOf(text, settings, () => partReferences.next(message.to))
  if (contents === null) return refusal('The text is too long for SMPP')
  try {
    return contents.map((content, i) => ({
      number: i + 1,
      encoded: encodeSubmission(message, i + 1, content, settings),
    }))
  } catch (error) {
    if (!(error instanceof SmppCodecError)) throw error
    return refusal(`SMPP cannot carry the message: ${error.message}`)
  }
}

type Refusal = Extract<SubmissionOutcome, { kind: 'refused' }>

function refusal(message: string): Refusal {
  return { kind: 'refused', type: 'carrier_rejected', message, carrierCode: null }
}

/** Null if the media cannot be sent. */
function textOf({ body, mediaUrl }: Submission, mediaAsLink: boolean): string | null {
  if (mediaUrl === null) return body
  if (!mediaAsLink) return null
  return body === '' ? mediaUrl : `${body}\n${mediaUrl}`
}

function encodeSubmission(
  message: Submission,
  part: number,
  { tlvs, ...content }: MessageContent,
  settings: FullSettings,
): Buffer {
  const reference = settings.echoesReference
    ? [shortTlv('user_message_reference', userReferenceOf(message.reference, part))]
    : []
  return encodePdu({
    ...{ command: 'submit_sm', sequence: 0, status: 0 },
    ...addressesOf(message, settings),
    ...content,
    ...{ serviceType: settings.serviceType, registeredDelivery: settings.registeredDelivery },
    ...{ protocolId: 0, priority: 0, scheduledTime: '', replaceIfPresent: 0, defaultMessageId: 0 },
    validityPeriod: settings.validityPeriod === undefined ? '' : relativeTime(settings.validityPeriod),
    tlvs: [...tlvs, ...reference],
  })
}

/** YYMMDDhhmmss, no tenths, and R for relative. */
function relativeTime(seconds: number): string {
  const units = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  return `0000${units.map((unit) => String(Math.floor(unit)).padStart(2, '0')).join('')}000R`
}

function echoLinks({ reference, to }: Submission, parts: number): readonly SmscLink[] {
  return Array.from({ length: parts }, (_, i) => {
    const part = i + 1
    return { kind: 'echo', key: echoKeyOf(userReferenceOf(reference, part), to), reference, part, parts }
  })
}

type Sending = Deadline & {
  readonly message: Submission
  readonly parts: number
  readonly options: SubmitOptions
}

async function submitPart(part: Part, { message, parts, deadlineAt, writeBy, options }: Sending): Promise<PartOutcome> {
  const link = async (id: string) => {
    const key = options.idOf(id)
    if (key === '') return
    await options.save([{ kind: 'id', key, reference: message.reference, part: part.number, parts }])
  }
  const answer = await options.submit({
    ...{ encoded: part.encoded, deadlineAt },
    ...(part.number === 1 ? { writeBy, isUrgent: false } : { writeBy: deadlineAt, isUrgent: true }),
    onLate: (pdu) => void whenTaken(pdu, link),
  })
  if (answer.kind === 'no-answer') return { kind: 'unknown', because: 'no-answer' }
  if (answer.kind === 'not-taken') return { kind: 'try-later', afterMs: answer.afterMs, because: answer.because }
  await within(deadlineAt, whenTaken(answer.pdu, link))
  const outcome = outcomeOfAnswer(answer.pdu, answer.pauseMs)
  // Some SMSCs give no ids, and then no receipts.
  return outcome.kind === 'accepted' && outcome.providerId === ''
    ? { ...outcome, providerId: message.reference }
    : outcome
}

async function whenTaken(answer: Pdu, link: (id: string) => Promise<void>): Promise<void> {
  if (answer.command === 'submit_sm_resp' && answer.status === 0) await link(answer.messageId)
}

const RETRY_MS = 100

/** The SMSC has a part of the text already, so the others are tried until they are taken. */
async function untilTaken(
  send: (part: Part) => Promise<PartOutcome>,
  part: Part,
  deadlineAt: number,
): Promise<PartOutcome> {
  for (;;) {
    const outcome = await send(part)
    if (outcome.kind !== 'try-later' || performance.now() + RETRY_MS >= deadlineAt) return outcome
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** False if the time ends first. */
async function within(untilMs: number, promise: Promise<void>): Promise<boolean> {
  let timer
  const end = new Promise<false>(
    (resolve) => (timer = setTimeout(resolve, Math.max(0, untilMs - performance.now()), false)),
  )
  const isDone = await Promise.race([promise.then(() => true), end])
  clearTimeout(timer)
  return isDone
}
