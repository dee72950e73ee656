import type { PhoneNumber } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { openForms } from '../testing/fixtures/form-fixture.js'
import { ACME } from '../testing/test-api.js'

/** All numbers end in the same digits, because the page shows the last digits of the entered number. */
const MEMBER = '+12025550023'
const PENDING = '+12025550223'
const STOPPED = '+12025550323'
const ERASED = '+12025550423'
const OFTEN = '+12025550523'
const UNKNOWN = '+12025550623'

test('responses never reveal whether a number is known: they differ only in the id of the entry', async () => {
  const fixture = await openForms(inMemory())
  for (const phone of [MEMBER, PENDING]) await fixture.api('POST', `/contacts/by-phone/${phone}`)
  for (const [phone, optInMode] of [
    [MEMBER, 'DIRECT'],
    [PENDING, 'CONFIRM'],
  ] as const) {
    const path = `/contacts/by-phone/${phone}/groups/${fixture.groups['VIP']}`
    expect((await fixture.api('POST', path, { body: { optInMode } })).status).toBe(200)
  }
  for (const phone of [STOPPED, ERASED]) {
    await fixture.enroll(phone)
    await fixture.textFrom(phone, 'STOP')
  }
  await fixture.useCases.eraseContact.execute({ accountName: ACME.name, phone: ERASED as PhoneNumber })
  for (let i = 0; i < 5; i++) await fixture.enter({ phone: OFTEN })

  const seen = []
  for (const phone of [UNKNOWN, OFTEN, MEMBER, PENDING, STOPPED, ERASED]) {
    seen.push([phone, await wayOf(phone)] as const)
  }
  for (const [phone, way] of seen) expect([phone, way]).toEqual([phone, seen[0]![1]])

  async function wayOf(phone: string) {
    const responses = [await fixture.ask({ phone })]
    const entry = responses[0]!.headers.get('location')!
    const id = entry.split('/').at(-1)!
    responses.push(await fixture.visit(entry))
    responses.push(await fixture.post(entry, { code: '' }))
    responses.push(await fixture.post(entry, { code: '000000' }))
    responses.push(await fixture.post(`${entry}/resend`, {}))
    fixture.clock.advance(30_000)
    responses.push(await fixture.post(`${entry}/resend`, {}))
    for (let i = 0; i < 5; i++) responses.push(await fixture.post(entry, { code: '000000' }))
    responses.push(await fixture.visit(entry))
    fixture.clock.advance(600_000)
    responses.push(await fixture.visit(entry))
    return responses.map(({ status, headers, text }) => {
      const headersSent = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
      return [status, ...headersSent.map((header) => header.join(': ')), text].map((part) =>
        String(part).replaceAll(id, 'ID'),
      )
    })
  }
})
