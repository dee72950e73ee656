/** The steps of a path: a name, a position, or all elements. */
type Step = string | number | typeof ALL
const ALL = Symbol('all')

/** Finds the values at a path in a JSON value. */
export type JsonPath = (value: unknown) => readonly unknown[]

const PATH = /^\$(?:\.[\w-]+|\[\d{1,6}\]|\['[^']*'\]|\[\*\])*$/
const STEP = /\.([\w-]+)|\[(\d+)\]|\['([^']*)'\]|\[(\*)\]/g

export function isJsonPath(source: string): boolean {
  return PATH.test(source)
}

export function compileJsonPath(source: string): JsonPath {
  const steps = [...source.matchAll(STEP)].map(([, name, position, quoted, all]): Step => {
    if (all !== undefined) return ALL
    return position === undefined ? (name ?? quoted!) : Number(position)
  })
  return (value) => steps.reduce((found, step) => found.flatMap((one) => stepInto(one, step)), [value])
}

function stepInto(value: unknown, step: Step): readonly unknown[] {
  if (Array.isArray(value)) {
    if (step === ALL) return value as readonly unknown[]
    return typeof step === 'number' && step < value.length ? [value[step]] : []
  }
  if (typeof value !== 'object' || value === null || typeof step !== 'string') return []
  return Object.hasOwn(value, step) ? [(value as Record<string, unknown>)[step]] : []
}
