import type { MessageView, PhoneNumber, SubmissionOutcome, UseCases } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { MEMBERS, memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { authorized, KEY, openTestApi } from '../testing/test-api.js'
import { EXPORTS_MAX } from './broadcast-messages.js'

const open = () => openBroadcasts(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const NOON = '2026-03-01T12:00:00.000Z'
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'invalid_destination', message: 'No such number' }

describe('the messages of a broadcast', () => {
  let id: string

  beforeEach(async () => {
    fixture.provider.script.push(REFUSED)
    id = (await fixture.broadcast({ body: 'Hello, "you"' })).body.id
    await fixture.work()
  })

  test('are returned in pages, and can be filtered by status', async () => {
    const { body } = await fixture.get(`broadcast/${id}/messages?page=2&limit=50`)
    expect(body).toMatchObject({ page: 2, limit: 50, totalCount: 120 })
    expect(body.results.map(({ to }: { to: string }) => to)).toEqual(MEMBERS.slice(50, 100))
    const failed = (await fixture.get(`broadcast/${id}/messages?status=failed`)).body
    expect(failed).toMatchObject({
      totalCount: 1,
      results: [{ to: memberNumber(0), errorType: 'invalid_destination' }],
    })
    expect((await fixture.get(`broadcast/${id}/messages?status=lost`)).body.code).toBe(33400)
  })

  test('are an empty list on a page after the last page', async () => {
    const { status, body } = await fixture.get(`broadcast/${id}/messages?page=4&limit=50`)
    expect([status, body]).toEqual([200, { page: 4, limit: 50, totalCount: 120, results: [] }])
  })

  test('are all exported as CSV', async () => {
    const { headers, text } = await fixture.get(`broadcast/${id}/messages`, { accept: 'text/csv' })
    expect(headers.get('content-disposition')).toBe(`attachment; filename=${id}.csv`)
    const rows = parse(text, { columns: true }) as Record<string, string>[]
    expect(rows.map(({ to }) => to)).toEqual(MEMBERS)
    expect(rows[0]).toMatchObject({ status: 'failed', errorType: 'invalid_destination', sentAt: '', mediaUrl: '' })
    expect(rows[1]).toMatchObject({ body: 'Hello, "you"', status: 'sent', errorType: '', sentAt: NOON })
  })

  test('show the reason if they failed for lack of consent, in JSON, CSV and NDJSON', async () => {
    const { body } = await fixture.broadcast()
    await fixture.textFrom(memberNumber(0), 'STOP')
    await fixture.api('DELETE', `/contacts/by-phone/${memberNumber(1)}/groups/${fixture.groups['VIP']}`)
    await fixture.useCases.eraseContact.execute({ accountName: 'Acme', phone: memberNumber(2) as PhoneNumber })
    await fixture.work()
    const types = ['opted_out_before_send', 'not_opted_in_before_send', 'erased']
    const expected = [memberNumber(0), memberNumber(1), 'erased'].map((to, i) => ({ to, errorType: types[i] }))
    const path = `broadcast/${body.id}/messages?status=failed`
    expect((await fixture.get(path)).body.results).toMatchObject(expected)
    const csv = (await fixture.get(path, { accept: 'text/csv' })).text
    expect(parse(csv, { columns: true })).toMatchObject(expected)
    const lines = (await fixture.get(path, { accept: 'application/x-ndjson' })).text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(expected)
  })

  test('are exact in CSV, even if a spreadsheet would read a body as a formula', async () => {
    const batch = await fixture.batch({ recipients: [{ to: memberNumber(0), body: '=1+1' }] })
    const { text } = await fixture.get(`batch/${batch.body.id}/messages`, { accept: 'text/csv' })
    expect(parse(text, { columns: true })).toMatchObject([{ to: memberNumber(0), body: '=1+1' }])
  })

  test('are marked in CSV for a spreadsheet program, but not in other formats', async () => {
    const recipients = [{ to: memberNumber(0), body: '=1+1' }]
    const batch = await fixture.batch({ recipients })
    const path = `batch/${batch.body.id}/messages?spreadsheet=1`
    const { text } = await fixture.get(path, { accept: 'text/csv' })
    expect(parse(text, { columns: true })).toMatchObject([{ to: `'${memberNumber(0)}`, body: "'=1+1" }])
    expect((await fixture.get(path)).body.results).toMatchObject(recipients)
    const lines = await fixture.get(path, { accept: 'application/x-ndjson' })
    expect(JSON.parse(lines.text)).toMatchObject(recipients[0]!)
    const refused = await fixture.get(path.replace('=1', '=true'), { accept: 'text/csv' })
    expect([refused.status, refused.body.code]).toEqual([400, 33400])
  })

  test('are exported as NDJSON, all or by status', async () => {
    const lines = async (query = '') =>
      (await fixture.get(`broadcast/${id}/messages${query}`, { accept: 'application/x-ndjson' })).text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    const all = (await fixture.get(`broadcast/${id}/messages?limit=100`)).body.results
    expect((await lines()).slice(0, 100)).toEqual(all)
    expect(await lines('?status=failed')).toEqual([all[0]])
  })

  test('are refused with 33404 if the broadcast is unknown, even as a file', async () => {
    for (const accept of ['text/csv', 'application/x-ndjson']) {
      const { status, body } = await fixture.get(`broadcast/brc_${'0'.repeat(26)}/messages`, { accept })
      expect([status, body.code]).toEqual([404, 33404])
    }
  })

  test('are JSON for clients that ask for neither CSV nor NDJSON, and HEAD has no body', async () => {
    for (const accept of ['*/*', 'text/html, */*;q=0.8', 'image/png']) {
      const { headers } = await fixture.get(`broadcast/${id}/messages`, { accept })
      expect([accept, headers.get('content-type')]).toEqual([accept, 'application/json; charset=utf-8'])
      expect(headers.get('vary')).toMatch(/\bAccept\b/)
    }
    const head = await fixture.api('HEAD', `/messaging/broadcast/${id}/messages`, { headers: { accept: 'text/csv' } })
    expect([head.status, head.text]).toEqual([200, ''])
  })

  /** Opens the fixture with the given export instead of the real one. */
  async function openExport(steps: () => AsyncGenerator<readonly MessageView[]>) {
    const exportBroadcastMessages = { execute: steps } as unknown as UseCases['exportBroadcastMessages']
    const useCases = { ...fixture.useCases, exportBroadcastMessages }
    return openTestApi(fixture, { useCases })
  }

  test('are not read for HEAD', async () => {
    let steps = 0
    const { api } = await openExport(async function* () {
      for (; steps < 100; steps++) yield []
    })
    await api('HEAD', `/messaging/broadcast/${id}/messages`, { headers: { accept: 'text/csv' } })
    expect(steps).toBe(0)
  })

  test('are sent as a file, even if the client specifies the charset', async () => {
    for (const accept of ['text/csv; charset=utf-8', 'application/x-ndjson;charset=utf-8']) {
      const { headers } = await fixture.get(`broadcast/${id}/messages`, { accept })
      expect(headers.get('content-type')).toContain(accept.split(';')[0])
    }
  })

  test('have at most two exports at a time for an account: a third gets 503 until one of them ends', async () => {
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => (goOn = resolve))
    const { api } = await openExport(async function* () {
      yield []
      await gate
    })
    const file = () => api('GET', `/messaging/broadcast/${id}/messages`, { headers: { accept: 'text/csv' } })
    const all = Array.from({ length: EXPORTS_MAX.ownerMax + 1 }, file)
    const { status, body, headers } = await Promise.race(all)
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 33503, '5'])
    goOn()
    expect((await Promise.all(all)).filter((one) => one.status === 200)).toHaveLength(EXPORTS_MAX.ownerMax)
    expect((await file()).status).toBe(200)
  })

  test('are streamed as they are read, and reading stops when the client disconnects', async () => {
    const [message] = (await fixture.get(`broadcast/${id}/messages?limit=1`)).body.results as MessageView[]
    let isOver = () => {}
    const over = new Promise<void>((resolve) => (isOver = resolve))
    const { url } = await openExport(async function* () {
      try {
        for (;;) yield [message!]
      } finally {
        isOver()
      }
    })
    const headers = { ...authorized(KEY), accept: 'application/x-ndjson' }
    const { body } = await fetch(`${url}/api/v1/messaging/broadcast/${id}/messages`, { headers })
    const reader = body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toContain(message!.id)
    await reader.cancel()
    await over
  })
})
