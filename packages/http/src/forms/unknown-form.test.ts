import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { openForms } from '../testing/form-house.js'

const NOBODYS = `0`.repeat(26)

test('a form that is not there, one that is closed, and an entry of another form are one and the same page', async () => {
  const house = await openForms(inMemory())
  const entry = await house.enter()
  const other = entry.replace(house.start, `/opt-in/${house.groups['News']}`)
  expect((await house.visit(entry)).status).toBe(200)
  const paths = ['/opt-in', '/opt-in/', '/opt-in/x', `/opt-in/grp_${NOBODYS}`, `/opt-in/grp_${NOBODYS}/ent_${NOBODYS}`]
  paths.push(
    `${house.start}/ent_${NOBODYS}`,
    `${house.start}/x`,
    other,
    `${house.start}/%zz`,
    `${entry}/x`,
    '/opt-in/%00',
  )
  const pages = []
  for (const path of paths) pages.push({ path, ...(await house.visit(path)) })
  for (const path of [`/opt-in/grp_${NOBODYS}`, `${house.start}/ent_${NOBODYS}`, other, `${other}/resend`]) {
    const fields = { version: '1', phone: '+12025550166', consent: 'yes', code: '000000' }
    pages.push({ path, ...(await house.post(path, fields)) })
  }
  await house.declare({ optInForm: { open: false } })
  for (const path of [house.start, entry]) {
    pages.push({ path, ...(await house.visit(path)) })
    pages.push({ path, ...(await house.post(path, { version: '1', phone: '+12025550166', consent: 'yes' })) })
  }
  for (const { path, status, title, text } of pages) {
    expect([path, status, title, text]).toEqual([path, 404, 'Error: There is no page here', pages[0]!.text])
  }
})
