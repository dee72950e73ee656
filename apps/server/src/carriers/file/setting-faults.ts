/** The settings of one type of carrier, as its package declares them. */
export type Fields = Readonly<Record<string, Field>>

type Field = {
  /** `secret` is like `text`, but no message shows it. */
  readonly kind: 'text' | 'secret' | 'url' | 'number' | 'boolean' | 'texts' | 'fields'
  readonly isRequired?: boolean
  readonly min?: number
  readonly max?: number
  readonly isInteger?: boolean
  /** For texts. */
  readonly startsWith?: string
  readonly maxLength?: number
  readonly oneOf?: readonly string[]
  /** Of an object. */
  readonly fields?: Fields
  /** Whether true or false may stand in place of the object. */
  readonly orBoolean?: boolean
}

export type Fault = {
  readonly path: readonly (string | number)[]
  readonly message: string
  /** Whether the value at the path follows the message; of a secret, only what kind of value it is. */
  readonly shows?: 'value' | 'kind'
}

/** One fault for each setting that is missing, unknown or wrong. */
export function settingFaults(settings: Readonly<Record<string, unknown>>, fields: Fields): readonly Fault[] {
  const known = Object.keys(fields)
  const unknown = Object.keys(settings).filter((name) => !known.includes(name))
  const missing = known.filter((name) => fields[name]!.isRequired && settings[name] === undefined)
  const wrong = Object.entries(settings).flatMap(([name, value]): readonly Fault[] => {
    const field = fields[name]
    if (field === undefined || value === undefined) return []
    if (field.kind === 'fields' && isObject(value)) {
      return settingFaults(value, field.fields!).map(({ path, message, ...rest }) => ({
        path: [name, ...path],
        message: `${name}: ${message}`,
        ...rest,
      }))
    }
    const expected = expectedOf(field, value)
    if (expected === null) return []
    const shows = field.kind === 'secret' ? 'kind' : 'value'
    return [{ path: [name], message: `${name} must be ${expected}`, shows }]
  })
  return [
    ...unknown.map((name) => ({ path: [name], message: `unknown setting ${name}: expected ${known.join(', ')}` })),
    ...missing.map((name) => ({ path: [], message: `${name} is missing` })),
    ...wrong,
  ]
}

/** What the value should be; null if it is. */
function expectedOf(field: Field, value: unknown): string | null {
  const { kind, oneOf, orBoolean = false } = field
  switch (kind) {
    case 'text':
    case 'secret':
      if (oneOf !== undefined) return oneOf.includes(value as string) ? null : `one of ${oneOf.join(', ')}`
      return expectedText(field, value)
    case 'url':
      return typeof value === 'string' && isWebUrl(value) ? null : 'a URL that begins with http:// or https://'
    case 'number':
      return expectedNumber(field, value)
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false'
    case 'texts':
      return Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')
        ? null
        : 'a list of strings'
    case 'fields':
      return orBoolean && typeof value === 'boolean' ? null : `${orBoolean ? 'true, false or ' : ''}settings`
  }
}

function expectedText({ startsWith = '', maxLength = Infinity }: Field, value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return 'a string (put quotes around a number)'
  if (!value.startsWith(startsWith)) return `a string that begins with ${startsWith}`
  return value.length <= maxLength ? null : `a string of at most ${maxLength} characters`
}

function expectedNumber({ min = -Infinity, max = Infinity, isInteger = false }: Field, value: unknown): string | null {
  const isRight = typeof value === 'number' && value >= min && value <= max && (!isInteger || Number.isInteger(value))
  return isRight ? null : `a ${isInteger ? 'whole ' : ''}number from ${min} to ${max}`
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
