import fc from 'fast-check'

const TEXT_LENGTH = 24
/** Longer lists are made only if the schema requires them, or by `broken`. */
const LIST_LENGTH = 3

/** How often a schema that contains itself is generated within itself. */
const RECURSIONS_MAX = 2

/**
 * Generates values that usually match a schema. Ignores `not`, most uses of `if`, and custom formats, so callers
 * have to validate the values. `hint` returns other values for a known name, or else the values that it is given.
 */
export function valuesOf(schema, { resolve, hint }) {
  /** The names of the schemas that are being generated, from the outermost. */
  const within = []

  const of = (given, name) => {
    const { schema: known, ref } = resolve(given)
    within.push(ref)
    const values = hint({ name, ref, schema: known }, () => plain(known, name))
    within.pop()
    return values
  }

  const isTooDeep = (ref) => within.filter((outer) => outer === ref).length > RECURSIONS_MAX

  /** Only the choices that do not contain a schema again that is already within itself too often. */
  const flatEnough = (choices) => {
    const flat = choices.filter((choice) => !schemasIn(choice, resolve).some(({ ref }) => ref && isTooDeep(ref)))
    return flat.length === 0 ? choices : flat
  }

  const plain = (node, name) => {
    if (node.const !== undefined) return fc.constant(node.const)
    if (node.enum !== undefined) return fc.constantFrom(...node.enum)
    const choices = node.oneOf ?? node.anyOf
    if (choices !== undefined && node.properties === undefined) {
      return fc.oneof(...flatEnough(choices).map((choice) => of(choice, name)))
    }
    const types = [node.type ?? 'object'].flat()
    return fc.oneof(...types.map((type) => ofType(type, node, name)))
  }

  const ofType = (type, node, name) => {
    switch (type) {
      case 'null':
        return fc.constant(null)
      case 'boolean':
        return fc.boolean()
      case 'integer':
      case 'number':
        return numbers(node)
      case 'array':
        return lists(node, name)
      case 'object':
        return objects(node)
      default:
        return texts(node)
    }
  }

  const lists = (node, name) => {
    const { items = {}, minItems = 0, maxItems = LIST_LENGTH } = node
    const bounds = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, LIST_LENGTH)) }
    return node.uniqueItems ? fc.uniqueArray(of(items, name), bounds) : fc.array(of(items, name), bounds)
  }

  const objects = (node) => {
    const { properties = {}, required = [], allOf = [], anyOf = [] } = node
    const fields = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, of(inner, name)]))
    if (allOf.length > 0) return fc.record(fields).map((value) => settled(value, allOf))
    if (anyOf.length === 0) return fc.record(fields, { requiredKeys: required })
    return fc.oneof(
      ...anyOf.map((branch) => fc.record(fields, { requiredKeys: [...required, ...(branch.required ?? [])] })),
    )
  }

  return of(schema, '')
}

/** The schema and all schemas below it, each named one once. */
export function schemasIn(schema, resolve) {
  const names = new Set()
  const found = []
  const visit = (given) => {
    const { schema: node, ref } = resolve(given)
    if (ref !== undefined && names.has(ref)) return
    names.add(ref)
    found.push({ node, ref })
    for (const inner of innerOf(node)) visit(inner)
  }
  visit(schema)
  return found
}

function innerOf({ properties = {}, oneOf = [], anyOf = [], items = [] }) {
  return [...Object.values(properties), ...oneOf, ...anyOf, ...[items].flat()]
}

/** Removes properties that are forbidden by rules of the form "if this property is x, the other must be absent". */
function settled(value, rules) {
  const isMet = ({ properties = {} }) => Object.entries(properties).every(([name, rule]) => value[name] === rule.const)
  const gone = rules.flatMap((rule) => {
    const branch = (isMet(rule.if ?? {}) ? rule.then : rule.else) ?? {}
    return Object.entries(branch.properties ?? {}).flatMap(([name, inner]) => (inner === false ? [name] : []))
  })
  return Object.fromEntries(Object.entries(value).filter(([name]) => !gone.includes(name)))
}

function numbers({ type, minimum = -1_000_000, maximum = 1_000_000 }) {
  const edges = fc.constantFrom(minimum, maximum)
  const between = fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.max(minimum, maximum)) })
  return [type].flat().includes('number')
    ? fc.oneof(edges, between, fc.double({ noNaN: true }))
    : fc.oneof(edges, between)
}

function texts({ pattern, format, minLength = 0, maxLength }) {
  if (format === 'date') return days()
  if (format === 'date-time') return instants()
  if (format === 'uri')
    return fc.constantFrom('https://example.com/a', 'http://example.com', 'https://example.com/ä?b#c')
  if (pattern !== undefined) return matching(pattern, maxLength)
  const some = { minLength, maxLength: Math.max(minLength, Math.min(maxLength ?? TEXT_LENGTH, TEXT_LENGTH)) }
  const arbitraries = [fc.string(some), fc.string({ ...some, unit: 'grapheme' })]
  const edges = maxLength === undefined ? [] : [fc.constantFrom('x'.repeat(maxLength), '🔔'.repeat(maxLength))]
  return fc.oneof(...arbitraries, ...edges)
}

function matching(pattern, maxLength = Infinity) {
  return fc
    .stringMatching(new RegExp(pattern), maxLength === Infinity ? {} : { maxLength })
    .map((text) => text.slice(0, 2_000))
}

export function days() {
  return instants().map((text) => text.slice(0, 10))
}

export function instants() {
  return fc
    .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString())
}
