import { NAMES, NUMBERS, OTHER_VALUES, TEXTS } from './hostile.js'
import { schemasIn } from './values.js'

/**
 * Returns a JSON value with one fault. The integers `place` and `how` may have any size; they determine the place and
 * the kind of the fault. `bounds` are the limits in the schema.
 */
export function broken(value, { place, how, bounds, itemsMax }) {
  const root = { value: structuredClone(value) }
  const places = placesOf(root)
  const { holder, key } = places[place % places.length]
  const ways = waysFor(holder, key, { bounds, itemsMax })
  ways[how % ways.length]()
  return root.value
}

/** Every place in the value, given by its container and key. */
function placesOf(root) {
  const places = []
  /** @type {{ holder: any, key: string | number }[]} */
  const waiting = [{ holder: root, key: 'value' }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    places.push(next)
    const value = next.holder[next.key]
    // The first two items and the last one are enough.
    if (Array.isArray(value))
      waiting.push(
        ...[0, 1, value.length - 1].filter((i) => i >= 0 && i < value.length).map((i) => ({ holder: value, key: i })),
      )
    else if (isObject(value)) waiting.push(...Object.keys(value).map((name) => ({ holder: value, key: name })))
  }
  return places
}

function waysFor(holder, key, { bounds, itemsMax }) {
  const value = holder[key]
  const put = (other) => () => define(holder, key, other)
  const lengths = bounds.flatMap((bound) => [bound, bound + 1, Math.max(0, bound - 1)])
  const others = [...OTHER_VALUES, ...NUMBERS, ...TEXTS].map(put)
  const gone = () => (Array.isArray(holder) ? holder.splice(key, 1) : delete holder[key])
  if (typeof value === 'string') {
    const texts = [
      value.toUpperCase(),
      value.toLowerCase(),
      ` ${value}`,
      `${value} `,
      `${value}\n`,
      value.slice(1),
      `${value}0`,
    ]
    const prefixes = ['grp', 'msg', 'sch', 'whk', 'evt'].map((noun) => value.replace(/^[a-z]{3}_/, `${noun}_`))
    const long = lengths
      .filter((length) => length <= 4_000)
      .flatMap((length) => ['x'.repeat(length), '🔔'.repeat(length)])
    return [gone, ...[...texts, ...prefixes, ...long].map(put), put([value]), ...others]
  }
  if (typeof value === 'number') {
    return [gone, ...[value + 1, value - 1, value + 0.5, -value, String(value), ...lengths].map(put), ...others]
  }
  if (Array.isArray(value)) {
    const many = lengths
      .filter((length) => length <= itemsMax)
      .map((length) => () => define(holder, key, repeated(value, length)))
    return [gone, put([...value, ...value]), put({ ...value }), put([...value, null]), ...many, ...others]
  }
  if (isObject(value)) {
    const added = NAMES.flatMap((name) => [1, { isAdmin: true }].map((given) => () => define(value, name, given)))
    const [first] = Object.keys(value)
    const recased = () => define(value, first?.toUpperCase() ?? 'X', value[first] ?? 1)
    return [gone, recased, put([value]), put(JSON.stringify(value)), ...added, ...others]
  }
  return [gone, ...others]
}

/** As in JSON, `__proto__` is an ordinary name. */
function define(holder, key, value) {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true })
}

function repeated(value, length) {
  return Array.from({ length }, (_, i) => value[i % Math.max(1, value.length)] ?? null)
}

/** Every limit in a schema and in the schemas within it. */
export function boundsOf(schema, resolve) {
  return [...new Set(schemasIn(schema, resolve).flatMap(({ node }) => ownBoundsOf(node)))]
}

function ownBoundsOf(node) {
  const here = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'].flatMap(
    (name) => node[name] ?? [],
  )
  // The limits in a pattern such as `^[a-z]{2,100}$`.
  const counted = [...(node.pattern ?? '').matchAll(/\{(\d+)(?:,(\d+))?\}/g)].flatMap(([, least, most]) =>
    [least, most].filter(Boolean).map(Number),
  )
  return [...here, ...counted]
}

function isObject(value) {
  return typeof value === 'object' && value !== null
}
