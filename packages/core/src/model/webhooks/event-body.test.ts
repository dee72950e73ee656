import { aDelivery, after, anEvent, ids } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { bodyOf } from './delivery-store.js'

const account = ids.next('acc')

function due(data: string) {
  const event = anEvent({ account, at: after(1.5) })
  return { event, due: { delivery: aDelivery({ account, event: event.id, type: event.type }), at: event.at, data } }
}

test('the body has the id, type, timestamp and data of the event, in that order', () => {
  const { event, due: delivery } = due('{"b":1,"a":[null,"é"]}')
  const head = `{"id":"${event.id}","type":"contacts.group.opted_in","timestamp":"2026-03-01T12:00:01.500Z"`
  expect(bodyOf(delivery)).toBe(`${head},"data":{"b":1,"a":[null,"é"]}}`)
})

test('the body has the data exactly as it was stored', () => {
  for (const data of ['{}', '{"text":"\\u2028 \\"quoted\\" 😀"}', '{"n":1.0}', '{"a": 1}']) {
    const body = bodyOf(due(data).due)
    expect(body.endsWith(`"data":${data}}`)).toBe(true)
    expect((JSON.parse(body) as { data: unknown }).data).toEqual(JSON.parse(data))
  }
})

test('the body is the same on every try', () => {
  const { due: delivery } = due('{"a":1}')
  const later = { ...delivery, delivery: { ...delivery.delivery, tries: 4, attempts: 14, nextAt: after(999) } }
  expect(bodyOf(later)).toBe(bodyOf(delivery))
})
