/** Checks a value from a file, and returns one line for each fault: the path, what was received, and the expectation. */
export type Check = (value: unknown, path: string) => readonly string[]

type Field = { readonly check: Check; readonly isRequired?: boolean }

const SHOWN_LENGTH_MAX = 60

export function faultLine(path: string, value: unknown, expected: string): string {
  return `${path}: got ${shown(value)}, expected ${expected}`
}

/** Checks by one condition. `hides`: the value is a secret, and no line shows it. */
export function checkBy(
  expected: string,
  isRight: (value: unknown) => boolean,
  { hides = false }: { readonly hides?: boolean } = {},
): Check {
  return (value, path) => {
    if (isRight(value)) return []
    const got = hides && typeof value === 'string' ? hidden(value) : value
    return [faultLine(path, got, expected)]
  }
}

export const scalar = checkBy('a text, a number or a truth value', isScalar)
export const boolean = checkBy('true or false', (value) => typeof value === 'boolean')

export function text(lengthMax = 2_000): Check {
  return checkBy(`a text of 1 to ${lengthMax} characters`, (value) => isText(value) && value.length <= lengthMax)
}

export function integer(min: number, max: number): Check {
  const isRight = (value: unknown) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max
  return checkBy(`a whole number from ${min} to ${max}`, isRight)
}

export function oneOf(words: readonly string[]): Check {
  return checkBy(`one of ${words.join(', ')}`, (value) => typeof value === 'string' && words.includes(value))
}

/** One value, or a list with at least one. */
export function oneOrMany(check: Check): Check {
  return (value, path) => (Array.isArray(value) ? listOf(check)(value, path) : check(value, path))
}

export function listOf(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value) || value.length === 0) return [faultLine(path, value, 'a list with at least one entry')]
    return (value as readonly unknown[]).flatMap((one, position) => check(one, `${path}[${position}]`))
  }
}

/** Names that the operator chooses. */
export function mapOf(check: Check): Check {
  return (value, path) => {
    if (!isMap(value)) return [faultLine(path, value, 'names with values')]
    return Object.entries(value).flatMap(([name, one]) => check(one, `${path}.${name}`))
  }
}

export function fields(described: Readonly<Record<string, Field>>): Check {
  const names = Object.keys(described)
  return (value, path) => {
    if (!isMap(value)) return [faultLine(path, value, `the fields ${names.join(', ')}`)]
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(described, name))
    return [
      ...unknown.map((name) => `${join(path, name)}: got an unknown name, expected one of ${names.join(', ')}`),
      ...names.flatMap((name) => {
        const { check, isRequired = false } = described[name]!
        const given = Object.hasOwn(value, name) ? value[name] : undefined
        if (given !== undefined) return check(given, join(path, name))
        return isRequired ? [`${join(path, name)}: got nothing, but it is required`] : []
      }),
    ]
  }
}

/** The fields depend on `kind`. */
export function variants(checks: Readonly<Record<string, Check>>): Check {
  const kind = oneOf(Object.keys(checks))
  return (value, path) => {
    const given = isMap(value) ? value['kind'] : undefined
    const check = typeof given === 'string' && Object.hasOwn(checks, given) ? checks[given]! : null
    if (check !== null) return check(value, path)
    return isMap(value) ? kind(given, join(path, 'kind')) : [faultLine(path, value, 'a field named kind')]
  }
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function hidden(value: string): Hidden {
  return { length: value.length, [HIDDEN]: true }
}

const HIDDEN = Symbol('hidden')
type Hidden = { readonly length: number; readonly [HIDDEN]: true }

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return HIDDEN in value ? `${(value as Hidden).length} characters` : 'names with values'
  const whole = JSON.stringify(value)
  return whole.length > SHOWN_LENGTH_MAX ? `${whole.slice(0, SHOWN_LENGTH_MAX)}…` : whole
}
