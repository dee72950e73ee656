import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { EVE, openForms } from '../testing/fixtures/form-fixture.js'

const open = () => openForms(inMemory())

test('every request to a form is logged with the account, even if it is refused, and without the number', async () => {
  const fixture = await open()
  const { account } = await fixture.useCases.readOptInForm.execute({ group: fixture.groups['VIP'] as never })
  fixture.log.splice(0)
  await fixture.visit(fixture.start)
  await fixture.ask({ phone: '' })
  await fixture.ask({ version: '7' })
  const entry = await fixture.enter()
  await fixture.visit(entry)
  await fixture.visit(`${fixture.start}/ent_${'0'.repeat(26)}`)
  await fixture.post(entry, { code: '' })
  await fixture.post(entry, { code: '000000' })
  await fixture.post(`${entry}/resend`, {})
  await fixture.post(entry, { code: (await fixture.codeOn(EVE))! })
  await fixture.logged('request', 10)
  const statuses = fixture.log.map(({ fields }) => fields['status'])
  expect(statuses.sort()).toEqual([200, 200, 303, 303, 404, 409, 422, 422, 422, 429])
  for (const { level, fields } of fixture.log) expect([level, fields['account']]).toEqual(['info', account.id])
  expect(JSON.stringify(fixture.log)).not.toContain(EVE.slice(2))
})

test('a request to an unknown or closed form is logged without an account', async () => {
  const fixture = await open()
  await fixture.declare({ optInForm: { open: false } })
  fixture.log.splice(0)
  await fixture.visit(fixture.start)
  await fixture.visit(`/opt-in/grp_${'0'.repeat(26)}`)
  await fixture.logged('request', 2)
  expect(fixture.log.map(({ fields }) => [fields['status'], fields['account']])).toEqual([
    [404, undefined],
    [404, undefined],
  ])
})
