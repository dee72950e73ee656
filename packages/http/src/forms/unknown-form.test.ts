import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { openForms } from '../testing/fixtures/form-fixture.js'

const UNKNOWN_GROUP = `0`.repeat(26)

test('an unknown form, a closed form and an entry of another form get the same page', async () => {
  const fixture = await openForms(inMemory())
  const entry = await fixture.enter()
  const other = entry.replace(fixture.start, `/opt-in/${fixture.groups['News']}`)
  expect((await fixture.visit(entry)).status).toBe(200)
  const paths = [
    '/opt-in',
    '/opt-in/',
    '/opt-in/x',
    `/opt-in/grp_${UNKNOWN_GROUP}`,
    `/opt-in/grp_${UNKNOWN_GROUP}/ent_${UNKNOWN_GROUP}`,
  ]
  paths.push(
    `${fixture.start}/ent_${UNKNOWN_GROUP}`,
    `${fixture.start}/x`,
    other,
    `${fixture.start}/%zz`,
    `${entry}/x`,
    '/opt-in/%00',
  )
  const pages = []
  for (const path of paths) pages.push({ path, ...(await fixture.visit(path)) })
  for (const path of [
    `/opt-in/grp_${UNKNOWN_GROUP}`,
    `${fixture.start}/ent_${UNKNOWN_GROUP}`,
    other,
    `${other}/resend`,
  ]) {
    const fields = { version: '1', phone: '+12025550166', consent: 'yes', code: '000000' }
    pages.push({ path, ...(await fixture.post(path, fields)) })
  }
  await fixture.declare({ optInForm: { open: false } })
  for (const path of [fixture.start, entry]) {
    pages.push({ path, ...(await fixture.visit(path)) })
    pages.push({ path, ...(await fixture.post(path, { version: '1', phone: '+12025550166', consent: 'yes' })) })
  }
  for (const { path, status, title, text } of pages) {
    expect([path, status, title, text]).toEqual([path, 404, 'Error: Page not found', pages[0]!.text])
  }
})
