import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { MEMBERS, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { SALE } from '../testing/fixtures/messaging-fixture.js'
import { rawRequest } from '../testing/raw-request.js'

const open = () => openBroadcasts(inMemory())
let fixture: Awaited<ReturnType<typeof open>>
let broadcast: string

const LINK = encodeURIComponent(SALE.link)

/** Sends a broadcast, and follows the link in one message. */
beforeEach(async () => {
  fixture = await open()
  await fixture.declare({ trackingLinks: [SALE] })
  broadcast = (await fixture.broadcast({ body: `{{trackingLink "${SALE.link}"}}` })).body.id
  await fixture.work()
  const { host, pathname: path } = new URL(fixture.provider.submitted[0]!.body)
  await rawRequest(fixture.url, { path, headers: { host } })
})

describe('an operator sees the same links and clicks as the account', () => {
  test.each([
    () => ['/links', '/links'],
    () => [`/links/${LINK}/clicks?from=2026-02-01`, `/links/${LINK}/clicks?from=2026-02-01`],
    () => [`/links/${LINK}/recipients`, `/links/${LINK}/recipients`],
    () => [`/broadcasts/${broadcast}/clicks`, `/messaging/broadcast/${broadcast}/clicks`],
    () => [`/broadcasts/${broadcast}/clicks/recipients`, `/messaging/broadcast/${broadcast}/clicks/recipients`],
  ])('at path %#', async (paths) => {
    const [asOperator, asAccount] = paths()
    const { status, body } = await fixture.admin('GET', `/accounts/Acme${asOperator}`)
    expect(status).toBe(200)
    expect(body).toEqual((await fixture.api('GET', asAccount!)).body)
    expect(JSON.stringify(body)).toMatch(/"people":1/)
  })

  test('for a batch too', async () => {
    const recipients = MEMBERS.slice(0, 2).map((to) => ({ to, body: 'Hi' }))
    const { id } = (await fixture.batch({ recipients })).body
    const { body } = await fixture.admin('GET', `/accounts/Acme/broadcasts/${id}/clicks`)
    expect(body).toEqual({ recipients: 2, recipientsWhoClicked: 0, links: [] })
  })
})

test.each([
  () => `/accounts/Nobody/links`,
  () => `/accounts/Nobody/links/${LINK}/clicks`,
  () => `/accounts/Acme/links/go.acme.com%2Fnone/clicks`,
  () => `/accounts/Acme/links/go.acme.com%2Fnone/recipients`,
  () => `/accounts/Poor/links/${LINK}/clicks`,
  () => `/accounts/Poor/broadcasts/${broadcast}/clicks`,
  () => `/accounts/Acme/broadcasts/brc_1/clicks`,
  () => `/accounts/Acme/broadcasts/no%00id/clicks/recipients`,
])('an unknown account, link or broadcast gets 33404: %#', async (path) => {
  await fixture.openPoor()
  const { status, body } = await fixture.admin('GET', path())
  expect([status, body.code]).toEqual([404, 33404])
})
