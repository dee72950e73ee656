import type { Document } from './document.js'

/** The document without the components that no operation refers to, directly or through other components. */
export function pruned(document: Document): Document {
  const { components, ...rest } = document
  const reached = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (key !== '$ref' || typeof value !== 'string') visit(value)
      else if (!reached.has(value)) {
        reached.add(value)
        visit(componentAt(components, value))
      }
    }
  }
  visit(rest)
  const kept = Object.entries(components).map(([kind, named]) => [
    kind,
    Object.fromEntries(
      Object.entries(named).filter(
        ([name]) => reached.has(`#/components/${kind}/${name}`) || (kind === 'securitySchemes' && name === 'session'),
      ),
    ),
  ])
  return { ...document, components: Object.fromEntries(kept) as Document['components'] }
}

function componentAt(components: Document['components'], ref: string): unknown {
  const [, , kind = '', name = ''] = ref.split('/')
  const found = components[kind]?.[name]
  if (found === undefined) throw new Error(`The document has nothing at ${ref}`)
  return found
}
