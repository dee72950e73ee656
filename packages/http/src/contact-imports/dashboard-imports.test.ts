import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { signedInTo } from '../testing/fixtures/dashboard-fixture.js'
import { BOB, openMessaging } from '../testing/fixtures/messaging-fixture.js'
import { workLanes } from '../testing/work-lanes.js'

const open = () => openMessaging(inMemory())
let fixture: Awaited<ReturnType<typeof open>>
let call: Awaited<ReturnType<typeof signedInTo>>

beforeEach(async () => {
  fixture = await open()
  call = await signedInTo(fixture, 'editor')
})

const CSV = { 'content-type': 'text/csv' }
const upload = (raw: string | Uint8Array<ArrayBuffer>, query = '?fileName=crm.csv', headers = CSV) =>
  call('POST', `/imports${query}`, { raw, headers })
const work = () => workLanes(fixture.useCases, ['bulk', 'quick'])
const CAT = '+12025550125'
const FILE = `Mobile;First name;E-mail;Notes\r\n${CAT};Zoë;zoe@example.com;-\r\n2025550126;Dan;dan;\r\n"broken;Eve\r\n`

describe('a contact file', () => {
  test('is uploaded once, and the columns are guessed and shown with the first rows', async () => {
    const { status, body } = await upload(FILE)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^imp_/),
      status: 'ready',
      file: {
        name: 'crm.csv',
        columns: ['Mobile', 'First name', 'E-mail', 'Notes'],
        delimiter: ';',
        encoding: 'utf-8',
        hasMark: false,
        bytes: Buffer.byteLength(FILE),
        rows: 3,
      },
      mapping: { columns: ['phoneNumber', 'firstName', 'email', null], callingCode: '1' },
      isChecked: false,
      createdBy: { id: call.user.id, name: 'Ann Lee' },
      preview: [
        { line: 2, contact: { phoneNumber: CAT, firstName: 'Zoë', email: 'zoe@example.com', isNew: true } },
        { line: 3, fault: { class: 'email:invalid', column: 'email' } },
        { line: 4, fault: { class: 'malformed' } },
      ],
    })
    expect(body.preview[1].cells).toEqual(['2025550126', 'Dan', 'dan', ''])
  })

  test('is checked and imported by the workers, with progress, faults and rejected rows', async () => {
    const { id } = (await upload(FILE)).body
    const mapping = { columns: ['phoneNumber', 'firstName', 'email', null], callingCode: '1' }
    expect((await call('PUT', `/imports/${id}/mapping`, { body: mapping })).status).toBe(200)
    expect((await call('POST', `/imports/${id}/check`)).body).toMatchObject({ status: 'checking' })
    await work()
    const checked = (await call('GET', `/imports/${id}`)).body
    expect(checked).toMatchObject({ status: 'ready', isChecked: true, progress: { rows: 3, created: 0, rejected: 2 } })

    const started = await call('POST', `/imports/${id}/start`, {
      body: { groups: [fixture.groups['News']], hasConsent: true },
    })
    expect([started.status, started.body]).toMatchObject([202, { status: 'running', onExisting: 'update' }])
    await work()
    expect((await call('GET', `/imports/${id}`)).body).toMatchObject({
      status: 'completed',
      groups: [fixture.groups['News']],
      progress: { rows: 3, created: 1, updated: 0, unchanged: 0, joined: 1, rejected: 2 },
      faults: [
        { class: 'email:invalid', column: 'email', count: 1 },
        { class: 'malformed', count: 1 },
      ],
      preview: [],
    })
    const faults = await call('GET', `/imports/${id}/faults?class=email:invalid`)
    expect(faults.body).toMatchObject({
      results: [{ line: 3, reason: expect.stringContaining('email') }],
      nextCursor: null,
    })
    const step = (await call('GET', `/imports/${id}/faults?limit=1`)).body
    const rest = (await call('GET', `/imports/${id}/faults?cursor=${step.nextCursor}`)).body
    expect([...step.results, ...rest.results].map(({ line }) => line)).toEqual([3, 4])

    const file = await call('GET', `/imports/${id}/rejected.csv`)
    expect(file.headers.get('content-type')).toContain('text/csv')
    const [header, first, second, ...others] = file.text.split('\r\n')
    expect(header).toBe('Mobile,First name,E-mail,Notes,Row,Reason')
    expect(first).toMatch(/^2025550126,Dan,dan,,3,email must be/)
    expect(second).toMatch(/^,,,,4,/)
    expect(others).toEqual([''])
    expect((await fixture.api('GET', `/contacts/by-phone/${CAT}`)).body).toMatchObject({ firstName: 'Zoë' })
  })

  test('is listed with the newest first, and can be canceled', async () => {
    const [first, second] = [(await upload(FILE)).body, (await upload(FILE, '')).body]
    expect((await call('POST', `/imports/${first.id}/cancel`)).body).toMatchObject({ status: 'canceled' })
    const step = (await call('GET', '/imports?limit=1')).body
    expect(step.results).toMatchObject([
      { id: second.id, file: { name: 'contacts.csv' }, createdBy: { name: 'Ann Lee' } },
    ])
    const rest = (await call('GET', `/imports?cursor=${step.nextCursor}`)).body
    expect(rest).toMatchObject({ results: [{ id: first.id, status: 'canceled' }], nextCursor: null })
    expect((await call('POST', `/imports/${first.id}/start`, { body: { groups: [] } })).body.code).toBe(33409)
  })

  test('has more rows than one step', async () => {
    const numbers = Array.from({ length: 2_500 }, (_, n) => `+1303555${String(n).padStart(4, '0')}`)
    const { id, file } = (await upload(`phone\n${numbers.join('\n')}\n`)).body
    expect(file.rows).toBe(2_500)
    await call('POST', `/imports/${id}/start`, { body: { groups: [] } })
    await work()
    expect((await call('GET', `/imports/${id}`)).body.progress).toMatchObject({
      rows: 2_500,
      created: 2_500,
      joined: 0,
    })
  })

  test.each<[string, Uint8Array<ArrayBuffer>, object, string]>([
    [
      'UTF-8 with a mark',
      Buffer.from('\ufeffPhone,Name\n+12025550125,Zoë\n'),
      { encoding: 'utf-8', hasMark: true },
      'Zoë',
    ],
    [
      'UTF-16',
      Buffer.from('\ufeffPhone\tName\n+12025550125\tZoë\n', 'utf16le'),
      { encoding: 'utf-16le', delimiter: '\t' },
      'Zoë',
    ],
    [
      'Windows',
      Buffer.from('Phone;Name\n+12025550125;Zo\xeb\n', 'latin1'),
      { encoding: 'windows-1252', hasMark: false },
      'Zoë',
    ],
  ])('may be in %s', async (_, bytes, file, name) => {
    const { body } = await upload(bytes)
    expect(body.file).toMatchObject({ columns: ['Phone', 'Name'], ...file })
    expect(body.preview[0].cells).toEqual([CAT, name])
  })
})

describe('an import is refused', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['an empty file', '', 'is empty'],
    ['a file with only a header', 'phone\n', 'has no rows after the header'],
    ['a spreadsheet', 'PK\u0003\u0004\u0000\u0000', 'is not a text file'],
    ['two encodings', Buffer.from(`phone\n${`${CAT}\n`.repeat(6_000)}\xeb`, 'latin1'), 'is not in one encoding'],
    ['a broken header', '"phone\n', 'has no readable header: the first row has a quote'],
  ])('for %s', async (_, raw, message) => {
    const { status, body } = await upload(raw)
    expect([status, body.details.fields[0].field]).toEqual([400, 'file'])
    expect(body.details.fields[0].message).toContain(message)
    expect((await call('GET', '/imports')).body.results).toEqual([])
  })

  test('for another type, for a mapping that does not fit, and for a group of others', async () => {
    expect((await upload('{}', '', { 'content-type': 'application/json' })).body.code).toBe(33415)
    const { id } = (await upload(FILE)).body
    const map = (body: object) => call('PUT', `/imports/${id}/mapping`, { body })
    expect((await map({ columns: ['phoneNumber'] })).body.code).toBe(33400)
    expect((await map({ columns: [1, null, null, null] })).body.code).toBe(33400)
    expect((await map({ columns: [null, null, null, null], callingCode: '+1' })).body.code).toBe(33400)
    const start = (body: object) => call('POST', `/imports/${id}/start`, { body })
    const consented = { hasConsent: true }
    expect((await start({ ...consented, groups: ['vip'] })).body.code).toBe(33034)
    expect((await start({ ...consented, groups: ['grp_00000000000000000000000000'] })).body.code).toBe(33031)
    expect((await start({ groups: [fixture.groups['News']] })).body.details.fields[0].field).toBe('hasConsent')
    expect((await start({ groups: [], onExisting: 'delete' })).body.code).toBe(33400)
    expect((await call('GET', '/imports/imp_1')).body.code).toBe(33404)
    expect((await call('GET', `/imports/${id}/faults?cursor=x`)).status).toBe(400)
  })

  test('for viewers, who may see it', async () => {
    const { id } = (await upload(FILE)).body
    const viewer = await signedInTo(fixture, 'viewer')
    expect((await viewer('GET', `/imports/${id}`)).status).toBe(200)
    expect((await viewer('POST', `/imports/${id}/start`, { body: { groups: [] } })).status).toBe(403)
    expect((await viewer('POST', '/imports', { raw: FILE, headers: CSV })).status).toBe(403)
  })
})

test('erasing a number removes it from the rejected rows', async () => {
  const { id } = (await upload(`phone,email\n${BOB},x\n${CAT},x\n`)).body
  await call('POST', `/imports/${id}/start`, { body: { groups: [] } })
  await work()
  await fixture.useCases.eraseContact.execute({ accountName: 'Acme', phone: BOB as never })
  const { results } = (await call('GET', `/imports/${id}/faults`)).body
  expect(results.map(({ cells }: { cells: string[] }) => cells)).toEqual([[CAT, 'x']])
})

test('the log has no numbers and no names', async () => {
  await upload(FILE)
  expect(JSON.stringify(fixture.log)).not.toMatch(/2025550125|Zoë|zoe@/)
})
