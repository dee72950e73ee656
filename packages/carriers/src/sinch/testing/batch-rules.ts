/** A request for a batch, once `batchFault` finds nothing wrong. */
export type BatchRequest = {
  readonly type?: 'mt_text' | 'mt_media'
  readonly from: string
  readonly to: readonly string[]
  readonly body: string | { readonly url: string; readonly message?: string; readonly subject?: string }
  readonly delivery_report?: string
  readonly callback_url?: string
  readonly client_reference?: string
  readonly parameters?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

type Fault = { readonly status: 400 | 403; readonly code: string; readonly text: string }

const FIELDS = ['type', 'from', 'to', 'body', 'delivery_report', 'callback_url', 'client_reference', 'parameters']
const REPORTS = ['none', 'summary', 'full', 'per_recipient', 'per_recipient_final']
const RECIPIENTS_MAX = 1_000
/** The shortest length that the documentation has ever named. */
const REFERENCE_MAX = 128
const URL_MAX = 2_048
const VALUE_MAX = 160
const PHONE = /^\+?[1-9]\d{6,14}$/
const SENDER = /^(?:\+?\d{3,15}|[\w ]{1,11})$/

/** What is wrong with a request for a batch, by the documentation of Sinch; null if nothing is. */
export function batchFault(batch: BatchRequest, textMax: number): Fault | null {
  const { type = 'mt_text', from, to, body, delivery_report: report = 'none', callback_url: callback } = batch
  const unknown = Object.keys(batch).find((name) => !FIELDS.includes(name))
  if (unknown !== undefined) return violation(`Unknown field ${unknown}`)
  if (!Array.isArray(to) || to.length < 1 || to.length > RECIPIENTS_MAX) return violation('to')
  if (!to.every((one) => PHONE.test(String(one)))) return malformed('to')
  if (typeof from !== 'string' || !SENDER.test(from)) return malformed('from')
  if (type === 'mt_text' && (typeof body !== 'string' || body.length > textMax)) return violation('body')
  if (type === 'mt_media' && !isMedia(body)) return violation('body')
  if (type !== 'mt_text' && type !== 'mt_media') return violation('type')
  if (!REPORTS.includes(report)) return violation('delivery_report')
  if (callback !== undefined && (!URL.canParse(callback) || callback.length > URL_MAX)) return malformed('callback_url')
  if (report !== 'none' && callback === undefined) {
    return { status: 403, code: 'missing_callback_url', text: 'No callback URL is provided' }
  }
  const reference = batch.client_reference ?? ''
  if (typeof reference !== 'string' || reference.length > REFERENCE_MAX) return violation('client_reference')
  return areParameters(batch.parameters ?? {}) ? null : violation('parameters')
}

/** The text with its parameters replaced; null if one of them has no value. */
export function filled({ body, to, parameters = {} }: BatchRequest): string | null {
  let isComplete = true
  const text = typeof body === 'string' ? body : (body.message ?? '')
  const replaced = text.replaceAll(/\$\{([A-Za-z0-9._-]{1,16})\}/g, (_, name: string) => {
    const value = parameters[name]?.[to[0]!] ?? parameters[name]?.['default']
    isComplete &&= value !== undefined
    return value ?? ''
  })
  return isComplete ? replaced : null
}

function isMedia(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { url, message = '', subject = '', ...rest } = body as Record<string, unknown>
  const areTexts = typeof message === 'string' && typeof subject === 'string'
  return areTexts && URL.canParse(String(url)) && Object.keys(rest).length === 0
}

function areParameters(parameters: unknown): boolean {
  if (typeof parameters !== 'object' || parameters === null) return false
  return Object.entries(parameters).every(
    ([name, values]) =>
      /^[A-Za-z0-9._-]{1,16}$/.test(name) &&
      Object.values(values as object).every((value) => typeof value === 'string' && value.length <= VALUE_MAX),
  )
}

function violation(text: string): Fault {
  return { status: 400, code: 'syntax_constraint_violation', text }
}

function malformed(text: string): Fault {
  return { status: 400, code: 'syntax_invalid_parameter_format', text }
}
