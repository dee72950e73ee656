import type { Schema } from './openapi-document.js'

/** Values of every type, and values around each limit of a schema. */
export function samplesOf(schema: Schema): unknown[] {
  const { maxLength, minLength, minimum, maximum, maxItems, minItems } = schema as Record<string, number | undefined>
  const kinds = [null, true, 0, 1.5, -1, '', 'text', [], {}, [1], [null], 'x'.repeat(5_000), '🔔']
  const edges = [maxLength, minLength].flatMap((length) =>
    length === undefined ? [] : ['🔔'.repeat(length), 'x'.repeat(length + 1), 'x'.repeat(Math.max(0, length - 1))],
  )
  const numbers = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound, bound - 1, bound + 1]))
  const lists = [maxItems, minItems].flatMap((length) =>
    length === undefined
      ? []
      : [length, length + 1].map((many) => Array.from({ length: many }, () => sampleItem(schema))),
  )
  const choices = ((schema['enum'] ?? schema.items?.['enum'] ?? []) as unknown[]).flatMap((choice) => [
    choice,
    [choice],
  ])
  return [...kinds, ...edges, ...numbers, ...lists, ...choices]
}

function sampleItem({ items }: Schema): unknown {
  const choices = items?.['enum'] as unknown[] | undefined
  return choices?.[0] ?? 'text'
}

/** Whether a reader reads the body without a fault. */
export function accepts(read: (body: Record<string, unknown>) => unknown, body: Record<string, unknown>): boolean {
  try {
    read(body)
    return true
  } catch {
    return false
  }
}

/** The start of a value, for the message of a failed test. */
export function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 60)
}
