import { readFileSync } from 'node:fs'
import { inMemory } from '@carillon/memory'
import { beforeAll, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { contentsOf, documentedOperations, OPENAPI_FILE, type OpenApiDocument } from '../testing/openapi-document.js'
import { refusalAt, recordStory, type RecordedStory } from '../testing/openapi-story/record-story.js'
import { writeExamples } from '../testing/openapi-story/write-examples.js'

let story: RecordedStory
let document: OpenApiDocument

/** With `UPDATE_EXAMPLES=1`, writes the recorded examples into the document. */
beforeAll(async () => {
  story = await recordStory(inMemory)
  if (process.env['UPDATE_EXAMPLES'] === '1') writeExamples(story)
  document = parse(readFileSync(OPENAPI_FILE, 'utf8'))
})

/** Whole documents, and pages that people read, need no examples. */
const UNRECORDED = ['text/html', 'text/plain', 'application/yaml']

const placesOf = (examples: RecordedStory['examples']) =>
  [...new Set(examples.map(({ place }) => place.join(' ')))].sort()

test('every operation has an example of each successful response, and every webhook has one of its payload', () => {
  const operations = documentedOperations().filter(({ path }) => !path.endsWith('/openapi.json'))
  const missing = operations.flatMap(({ method, path, operation }) =>
    Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content = {} }]) => Object.keys(content).map((type) => ({ status, type })))
      .filter(({ type }) => !UNRECORDED.includes(type))
      .map(({ status, type }) => `paths ${path} ${method} responses ${status} content ${type} example`)
      .filter((start) => !placesOf(story.examples).some((place) => place.startsWith(start))),
  )
  const types = Object.keys(document.webhooks).map((type) => `webhooks ${type} `)
  const unsent = types.filter((start) => !placesOf(story.examples).some((place) => place.startsWith(start)))
  expect([...missing, ...unsent]).toEqual([])
})

test('the examples equal the recorded requests, responses and payloads', () => {
  const standing = story.examples.map(({ place }) => ({ place, value: valueAt(place) }))
  expect(standing.map(settled)).toEqual(story.examples.map(settled))
})

test('the document has no examples of requests and responses except the recorded ones', () => {
  const roots = ['paths', 'webhooks'] as const
  const standing = roots
    .flatMap((root) => contentsOf(document[root], [root]))
    .filter(({ place }) => !place.includes('$ref'))
  const places = standing.flatMap(({ place, content: { example, examples = {} } }) => [
    ...(example === undefined ? [] : [[...place, 'example']]),
    ...Object.keys(examples).map((name) => [...place, 'examples', name, 'value']),
  ])
  expect(places.map((place) => place.join(' ')).sort()).toEqual(placesOf(story.examples))
})

test('the example of each error equals a recorded response with the same code', () => {
  for (const { place, content } of contentsOf({ responses: document.components.responses }, ['components'])) {
    for (const code of Object.keys(content.examples ?? {})) {
      const at = [...place, 'examples', code, 'value']
      expect(settled({ place: at, value: valueAt(at) })).toEqual(settled({ place: at, value: refusalAt(story, at) }))
    }
  }
})

test('every named example has a summary', () => {
  const contents = contentsOf(document.paths, ['paths'])
  const silent = contents.flatMap(({ place, content: { examples = {} } }) =>
    Object.entries(examples).flatMap(([name, { summary }]) => (summary ? [] : [[...place, name].join(' ')])),
  )
  expect(silent).toEqual([])
})

test('YAML 1.1 parsers and JSON parsers read the same document', () => {
  const text = readFileSync(OPENAPI_FILE, 'utf8')
  expect(parse(text, { version: '1.1' })).toEqual(JSON.parse(JSON.stringify(parse(text))))
})

function valueAt(place: readonly string[]): unknown {
  return place.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document)
}

/** Removes random parts, which differ in every run: ids, and codes derived from them. */
function settled({ place, value }: { readonly place: readonly string[]; readonly value: unknown }) {
  const text = JSON.stringify(value ?? null)
    .replace(/\b([a-z]{3})_[0-9a-z]{26}\b/g, '$1_…')
    .replace(/(go\.acme\.com\/sale\/)\w{10}/g, '$1…')
  return { place: place.join(' '), value: JSON.parse(text) as unknown }
}
