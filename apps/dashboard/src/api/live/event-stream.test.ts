import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { eventsIn } from './event-stream.js'

const STREAM = `retry: 3000\nid: 1\nevent: ready\ndata: {}\n\n:\n\nid: 2\nevent: broadcasts\ndata: {"ids":["bc_1"]}\n\nid: 2\nevent: contacts\ndata: é\ndata: 2\n\nid: 3\nevent: cut off\ndata: x\n`

const EVENTS = [
  { id: '1', topic: 'ready', data: '{}' },
  { id: '2', topic: 'broadcasts', data: '{"ids":["bc_1"]}' },
  { id: '2', topic: 'contacts', data: 'é\n2' },
]

async function eventsOf(chunks: readonly Uint8Array[]) {
  const events = []
  for await (const event of eventsIn(fromChunks(chunks))) events.push(event)
  return events
}

async function* fromChunks(chunks: readonly Uint8Array[]) {
  yield* chunks
}

test('the events of a stream are the same however its bytes are cut, with every kind of line end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('\n', '\r\n'), fc.array(fc.nat({ max: 250 })), async (lineEnd, cuts) => {
      const bytes = new TextEncoder().encode(STREAM.replaceAll('\n', lineEnd))
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      const chunks = places.slice(1).map((to, i) => bytes.slice(places[i], to))
      expect(await eventsOf(chunks)).toEqual(EVENTS)
    }),
  )
})
