import {
  MESSAGE_FIELD_RULES as RULES,
  RECIPIENTS_RANGES,
  UNKNOWN_FIELD,
  isStorable,
  isWithin,
  jsonTypeOf,
  listFault,
  shownName,
  typeFault,
  type BroadcastKind,
  type FieldError,
  type FieldRule,
  type RequestedRecipients,
} from '@carillon/core'
import { notWith, textFault, type PropertyReader } from '../input/checks.js'
import { UNSTORABLE } from '../input/refuse-unstorable.js'

/**
 * Reads `recipients` into columns. There are too many recipients for one object each, so this loop makes the checks
 * of the decorators, with the same messages.
 */
export function recipientsOf(kind: BroadcastKind): PropertyReader {
  const range = RECIPIENTS_RANGES[kind]
  const known = new Set<string>(
    kind === 'batch' ? ['to', 'idempotencyKey', 'body', 'mediaUrl', 'template'] : ['to', 'idempotencyKey'],
  )
  return (value, path, faults) => {
    if (!Array.isArray(value) || !isWithin(value.length, range)) {
      faults.push({ field: path, message: listFault(value, range) })
      return value
    }
    const found: FieldError[] = []
    for (let i = 0; i < value.length && found.length < FAULTS_MAX; i++) {
      findFaults(value[i], { known, path, i, faults: found })
    }
    faults.push(...found)
    return found.length > 0 ? value : columnsOf(value as readonly Recipient[], kind)
  }
}

/** A recipient as the client sends it. */
type Recipient = {
  readonly to: string
  readonly idempotencyKey?: string
  readonly body?: string
  readonly mediaUrl?: string
  readonly template?: { readonly id: string }
}

/** Reports only the first 1,000 faults. */
const FAULTS_MAX = 1_000

/** The number itself is checked later: a repeated request must get its stored response without this check. */
const TO: FieldRule = { holds: isStorable, expected: `must not contain ${UNSTORABLE}` }

type Search = {
  readonly known: ReadonlySet<string>
  readonly path: string
  readonly i: number
  readonly faults: FieldError[]
}

function findFaults(item: unknown, search: Search) {
  const { known, faults } = search
  if (jsonTypeOf(item) !== 'object') {
    faults.push({ field: placeOf(search), message: `must be an object, got ${jsonTypeOf(item)}` })
    return
  }
  const recipient = item as Readonly<Record<string, unknown>>
  for (const name in recipient) {
    if (!known.has(name) && faults.length < FAULTS_MAX) faults.push(strangeProperty(placeOf(search), name))
  }
  const { to, idempotencyKey, body, mediaUrl, template } = recipient
  addFault(search, 'to', textFault(to, TO))
  if (idempotencyKey !== undefined) addFault(search, 'idempotencyKey', textFault(idempotencyKey, RULES.idempotencyKey))
  if (!known.has('body')) return
  if (mediaUrl !== undefined) addFault(search, 'mediaUrl', textFault(mediaUrl, RULES.mediaUrl))
  if (template !== undefined) findTemplateFaults(search, template, body)
  else if (mediaUrl === undefined && (body === undefined || body === ''))
    addFault(search, 'body', 'is required without mediaUrl')
  if (body !== undefined && body !== '') addFault(search, 'body', textFault(body, RULES.body))
}

/** As `TemplateRefFields` does. */
function findTemplateFaults(search: Search, template: unknown, body: unknown) {
  if (body !== undefined) addFault(search, 'template', notWith('body'))
  else if (jsonTypeOf(template) !== 'object') addFault(search, 'template', typeFault('an object', template))
  else {
    const { id, ...others } = template as Readonly<Record<string, unknown>>
    addFault(search, 'template.id', textFault(id, TO))
    for (const name of Object.keys(others)) search.faults.push(strangeProperty(`${placeOf(search)}.template`, name))
  }
}

function addFault(search: Search, name: string, fault: string | null) {
  if (fault !== null) search.faults.push({ field: `${placeOf(search)}.${name}`, message: fault })
}

function placeOf({ path, i }: Search): string {
  return `${path}[${i}]`
}

function strangeProperty(place: string, name: string): FieldError {
  if (!isStorable(name)) return { field: place, message: `must not have a key with ${UNSTORABLE}` }
  return { field: `${place}.${shownName(name)}`, message: UNKNOWN_FIELD }
}

function columnsOf(recipients: readonly Recipient[], kind: BroadcastKind): RequestedRecipients {
  const templateIds = kind === 'batch' ? columnOf(recipients.map(({ template }) => template?.id ?? null)) : null
  return {
    phones: recipients.map(({ to }) => to),
    keys: columnOf(recipients.map(({ idempotencyKey = null }) => idempotencyKey)),
    bodies: kind === 'batch' ? recipients.map(({ body = '' }) => body) : null,
    mediaUrls: kind === 'batch' ? columnOf(recipients.map(({ mediaUrl = null }) => mediaUrl)) : null,
    ...(templateIds && { templateIds }),
  }
}

/** Null when no recipient has a value in this column. */
function columnOf(values: readonly (string | null)[]): readonly (string | null)[] | null {
  return values.some((value) => value !== null) ? values : null
}
