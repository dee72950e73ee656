import { readFileSync, writeFileSync } from 'node:fs'
import { isMap, parseDocument, visit, type Document, type Node } from 'yaml'
import { documentedOperations, OPENAPI_FILE } from '../openapi-document.js'
import { refusalAt, type RecordedStory } from './record-story.js'

/** Replaces the examples in the document with the recorded ones. The rest of the file does not change. */
export function writeExamples(story: RecordedStory): void {
  const yaml = parseDocument(readFileSync(OPENAPI_FILE, 'utf8'))
  const places = new Set(story.examples.map(({ place }) => place.join(' ')))
  for (const root of examplePaths()) dropOthers(yaml, root, places)
  for (const { place, value } of story.examples) yaml.setIn(place, nodeOf(yaml, value))
  for (const place of errorPlaces(yaml)) yaml.setIn(place, nodeOf(yaml, refusalAt(story, place)))
  writeFileSync(OPENAPI_FILE, yaml.toString({ lineWidth: 0 }))
}

/** Quotes strings that a YAML 1.1 parser would read as another type: a time, a number or a boolean. */
function nodeOf(yaml: Document, value: unknown): Node {
  const node = yaml.createNode(value)
  visit(node, {
    Scalar(_, scalar) {
      const isMistaken = typeof scalar.value === 'string' && /^([-+.\d].*|y|n|yes|no|on|off)$/i.test(scalar.value)
      if (isMistaken) scalar.type = 'QUOTE_SINGLE'
    },
  })
  return node
}

/** The places where requests and successful responses have their contents. */
function examplePaths(): string[][] {
  return documentedOperations().flatMap(({ path, method, operation: { responses } }) => {
    const root = ['paths', path, method]
    const statuses = Object.keys(responses).filter((status) => status.startsWith('2'))
    return [[...root, 'requestBody', 'content'], ...statuses.map((status) => [...root, 'responses', status, 'content'])]
  })
}

function dropOthers(yaml: Document, root: readonly string[], places: ReadonlySet<string>) {
  const kept = (place: readonly string[]) => places.has(place.join(' '))
  for (const type of namesIn(yaml, root)) {
    const content = [...root, type]
    if (!kept([...content, 'example'])) yaml.deleteIn([...content, 'example'])
    const names = namesIn(yaml, [...content, 'examples'])
    const others = names.filter((name) => !kept([...content, 'examples', name, 'value']))
    for (const name of others) yaml.deleteIn([...content, 'examples', name])
    if (names.length > 0 && others.length === names.length) yaml.deleteIn([...content, 'examples'])
  }
}

function errorPlaces(yaml: Document): string[][] {
  return namesIn(yaml, ['components', 'responses']).flatMap((name) => {
    const examples = ['components', 'responses', name, 'content', 'application/json', 'examples']
    return namesIn(yaml, examples).map((code) => [...examples, code, 'value'])
  })
}

function namesIn(yaml: Document, place: readonly string[]): string[] {
  const node = yaml.getIn(place)
  return isMap(node) ? node.items.map(({ key }) => String(key)) : []
}
