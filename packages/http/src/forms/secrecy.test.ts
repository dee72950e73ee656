import type { PhoneNumber } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { openForms } from '../testing/form-house.js'
import { ACME } from '../testing/test-api.js'

/** All end in the same digits, which the page shows to whoever has entered them. */
const MEMBER = '+12025550023'
const PENDING = '+12025550223'
const STOPPED = '+12025550323'
const ERASED = '+12025550423'
const OFTEN = '+12025550523'
const UNKNOWN = '+12025550623'

test('nothing tells whether a number is known: every answer is the same, but for the id of the entry', async () => {
  const house = await openForms(inMemory())
  for (const phone of [MEMBER, PENDING]) await house.api('POST', `/contacts/by-phone/${phone}`)
  for (const [phone, optInMode] of [
    [MEMBER, 'DIRECT'],
    [PENDING, 'CONFIRM'],
  ] as const) {
    const path = `/contacts/by-phone/${phone}/groups/${house.groups['VIP']}`
    expect((await house.api('POST', path, { body: { optInMode } })).status).toBe(200)
  }
  for (const phone of [STOPPED, ERASED]) {
    await house.enroll(phone)
    await house.textFrom(phone, 'STOP')
  }
  await house.useCases.eraseContact.execute({ accountName: ACME.name, phone: ERASED as PhoneNumber })
  for (let i = 0; i < 5; i++) await house.enter({ phone: OFTEN })

  const seen = []
  for (const phone of [UNKNOWN, OFTEN, MEMBER, PENDING, STOPPED, ERASED]) {
    seen.push([phone, await wayOf(phone)] as const)
  }
  for (const [phone, way] of seen) expect([phone, way]).toEqual([phone, seen[0]![1]])

  async function wayOf(phone: string) {
    const answers = [await house.ask({ phone })]
    const entry = answers[0]!.headers.get('location')!
    const id = entry.split('/').at(-1)!
    answers.push(await house.visit(entry))
    answers.push(await house.post(entry, { code: '' }))
    answers.push(await house.post(entry, { code: '000000' }))
    answers.push(await house.post(`${entry}/resend`, {}))
    house.clock.advance(30_000)
    answers.push(await house.post(`${entry}/resend`, {}))
    for (let i = 0; i < 5; i++) answers.push(await house.post(entry, { code: '000000' }))
    answers.push(await house.visit(entry))
    house.clock.advance(600_000)
    answers.push(await house.visit(entry))
    return answers.map(({ status, headers, text }) => {
      const told = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
      return [status, ...told.map((header) => header.join(': ')), text].map((part) => String(part).replaceAll(id, 'ID'))
    })
  }
})
