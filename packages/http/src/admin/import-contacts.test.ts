import { once } from 'node:events'
import { connect } from 'node:net'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let house: TestApi
let admin: TestApi['admin']

beforeEach(async () => {
  house = await openTestApi(inMemory())
  admin = house.admin
  await applyAcme(house, { rateLimits: null })
})

const CSV = { 'content-type': 'text/csv' }
const path = (group = 'VIP', account = 'Acme') => `/accounts/${account}/contacts/import?group=${group}`
const importing = (raw: string | Uint8Array<ArrayBuffer> | ReadableStream, to = path()) =>
  admin('POST', to, { raw, headers: CSV })

type Line = {
  progress?: object
  rejected?: { line: number; reason: string }[]
  done?: Record<string, number>
  error?: { code: number }
}

async function imported(raw: string | ReadableStream, to = path()) {
  const { status, text, headers } = await importing(raw, to)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  return { lines, last: lines.at(-1)!, rejected: lines.flatMap(({ rejected = [] }) => rejected) }
}

const contact = async (number: string) => (await house.api('GET', `/contacts/by-phone/${number}`)).body

describe('import', () => {
  test('creates and changes contacts, which join the group without a word', async () => {
    await house.api('POST', '/contacts/by-phone/+12025550121', { body: { lastName: 'Lee' } })
    const { last } = await imported(
      'phoneNumber,firstName,postalCode,plan,Likes,isFavorite\n' +
        '+12025550121,Ann,80202,Pro,Tea|Rum,true\n' +
        '+12025550122,Bob,,,,\n',
    )
    expect(last.done).toEqual({ rows: 2, created: 1, updated: 1, unchanged: 0, joined: 2, rejected: 0 })
    expect(await contact('+12025550121')).toMatchObject({
      firstName: 'Ann',
      lastName: 'Lee',
      tz: 'America/Denver',
      isFavorite: true,
      customFields: { Plan: 'Pro', Likes: ['Tea', 'Rum'] },
      groups: [{ name: 'VIP' }],
    })
    expect(await contact('+12025550122')).toMatchObject({ firstName: 'Bob', groups: [{ name: 'VIP' }] })
  })

  test('done again changes nothing', async () => {
    const file = 'phoneNumber,firstName\n+12025550121,Ann\n+12025550122,Bob\n'
    await imported(file)
    expect((await imported(file)).last.done).toMatchObject({ created: 0, updated: 0, unchanged: 2, joined: 0 })
  })

  test('bad rows are rejected by the line of the file on which they begin, and the others taken', async () => {
    const { rejected, last } = await imported(
      '\uFEFFphoneNumber,firstName,Note\r\n' +
        '+12025550121,Ann,"two\r\nlines"\r\n' +
        '\r\n' +
        'nobody,Bob,\r\n' +
        '+12025550122,Cy"x,\r\n' +
        '+12025550123,Di\r\n' +
        `+12025550124,${'x'.repeat(41)},\r\n` +
        '+12025550125,Ed,fine',
    )
    expect(rejected.map(({ line }) => line)).toEqual([5, 6, 7, 8])
    expect(rejected[1]!.reason).toBe('The row has a quote in the wrong place')
    expect(rejected[3]!.reason).toBe('firstName must have at most 40 characters')
    expect(last.done).toEqual({ rows: 6, created: 2, updated: 0, unchanged: 0, joined: 2, rejected: 4 })
    expect((await contact('+12025550121')).customFields).toEqual({ Note: 'two\r\nlines' })
  })

  test('goes slice by slice while the file arrives, and tells how far it is', async () => {
    const numbers = Array.from({ length: 4_500 }, (_, i) => `+1202555${String(i).padStart(4, '0')}`)
    const { lines, last } = await imported(`phoneNumber\n${numbers.join('\n')}\n`)
    expect(lines.map(({ progress }) => progress && (progress as { rows: number }).rows)).toEqual([
      1_999,
      3_999,
      4_500,
      undefined,
    ])
    expect(last.done).toMatchObject({ rows: 4_500, created: 4_500, joined: 4_500 })
    expect((await house.api('GET', '/groups?name=VIP')).body.results[0].contactCount).toBe(4_500)
  })

  test('a later row of one number wins, also in another slice', async () => {
    const filler = Array.from({ length: 2_500 }, (_, i) => `+1202555${String(i).padStart(4, '0')},x`)
    await imported(['phoneNumber,firstName', '+12025559999,First', ...filler, '+12025559999,Last'].join('\n'))
    expect((await contact('+12025559999')).firstName).toBe('Last')
  })

  test('answers while the file still arrives', async () => {
    const numbers = Array.from({ length: 2_000 }, (_, i) => `+1202555${String(i).padStart(4, '0')}`)
    let more: ReadableStreamDefaultController<Uint8Array>
    const file = new ReadableStream<Uint8Array>({
      start(controller) {
        more = controller
        controller.enqueue(new TextEncoder().encode(`phoneNumber\n${numbers.join('\n')}\n+12025550000\n`))
      },
    })
    const response = await fetch(`${house.url}/admin/v1${path()}`, {
      method: 'POST',
      body: file,
      duplex: 'half',
      headers: { ...CSV, authorization: 'Bearer an-admin-token' },
    } as RequestInit)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect(JSON.parse((await reader.read()).value!.split('\n')[0]!).progress.rows).toBe(1_999)
    more!.close()
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value
    expect(rest).toContain('"done"')
  })

  test.each([
    ['', 'header is missing: the file is empty'],
    ['\n\n', 'header is missing: the file is empty'],
    ['firstName\nAnn\n', 'The header has no column phoneNumber'],
    ['phoneNumber,nickname\n', 'The header names "nickname", which is no column and no custom field'],
    ['phoneNumber,PhoneNumber\n', 'The header names the column "PhoneNumber" twice'],
    ['"phoneNumber\n', /^header has a quote that is not closed/],
    ['x'.repeat(20_000), /^header is longer/],
  ])('a wrong header (%#) is 400 before anything is answered', async (file, message) => {
    const { status, body } = await importing(file)
    expect([status, body.code]).toEqual([400, 33400])
    expect(body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  })

  test('a client that sends all of a large file before it reads gets its answer', async () => {
    const file = 'firstName\n'.repeat(2_000_000)
    const head = [
      `POST /admin/v1${path()} HTTP/1.1`,
      'Host: localhost',
      'Authorization: Bearer an-admin-token',
      'Content-Type: text/csv',
      `Content-Length: ${file.length}`,
    ]
    const socket = connect(Number(new URL(house.url).port), '127.0.0.1')
    await new Promise((sent) => socket.write(`${head.join('\r\n')}\r\n\r\n${file}`, sent))
    const [first] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    const answer = String(first)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('The header has no column phoneNumber')
  })

  test('a wrong account, group or type is an ordinary error', async () => {
    const file = 'phoneNumber\n'
    expect((await importing(file, path('VIP', 'Nobody'))).body.code).toBe(33404)
    expect((await importing(file, path('vip'))).body.code).toBe(33031)
    expect((await importing(file, path(''))).body.code).toBe(33400)
    expect((await importing(file, '/accounts/Acme/contacts/import')).body.code).toBe(33400)
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'text/csv; charset=latin1' }]) {
      expect((await admin('POST', path(), { raw: file, headers })).body.code).toBe(33415)
    }
    const gzip = { ...CSV, 'content-encoding': 'gzip' }
    expect((await admin('POST', path(), { raw: file, headers: gzip })).body.code).toBe(33415)
  })

  test('a file with a header alone is an import of nothing', async () => {
    expect((await imported('phoneNumber')).last.done).toMatchObject({ rows: 0, created: 0 })
  })

  test('at most two run at a time', async () => {
    const ends: (() => void)[] = []
    const endless = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('phoneNumber\n'))
          ends.push(() => controller.close())
        },
      })
    const running = [importing(endless()), importing(endless())]
    let third = await importing('phoneNumber\n')
    while (third.status === 200) third = await importing('phoneNumber\n')
    expect([third.status, third.body.code, third.headers.get('retry-after')]).toEqual([503, 33503, '5'])
    for (const end of ends) end()
    for (const { status } of await Promise.all(running)) expect(status).toBe(200)
    expect((await importing('phoneNumber\n')).status).toBe(200)
  })

  test('a client that goes away is no error of ours, and frees its place', async () => {
    const numbers = Array.from({ length: 2_500 }, (_, i) => `+1202555${String(i).padStart(4, '0')}`)
    for (let times = 1; times <= 3; times++) {
      const leave = new AbortController()
      const file = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(`phoneNumber\n${numbers.join('\n')}\n`)),
      })
      await fetch(`${house.url}/admin/v1${path()}`, {
        method: 'POST',
        body: file,
        duplex: 'half',
        signal: leave.signal,
        headers: { ...CSV, authorization: 'Bearer an-admin-token' },
      } as RequestInit)
      leave.abort()
      await house.logged('request cut off by the client', times)
    }
    expect(house.log.filter(({ level }) => level === 'error')).toEqual([])
    expect((await importing('phoneNumber\n')).status).toBe(200)
  })

  test('an error on the way is the last line, and the slices before it stay', async () => {
    const adapters = inMemory()
    const whole = await openTestApi(adapters)
    await applyAcme(whole)
    let runs = 0
    const run: typeof adapters.unitOfWork.run = (work) =>
      runs++ === 4 ? Promise.reject(new Error('the disk is full')) : adapters.unitOfWork.run(work)
    const failing = await openTestApi({ ...adapters, unitOfWork: { run } })
    const numbers = Array.from({ length: 4_500 }, (_, i) => `+1202555${String(i).padStart(4, '0')}`)
    const { text } = await failing.admin('POST', path(), { raw: `phoneNumber\n${numbers.join('\n')}`, headers: CSV })
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    expect(lines).toMatchObject([{ progress: { rows: 1_999 } }, { error: { code: 33500 } }])
    expect(text).not.toContain('disk')
    expect(failing.log).toContainEqual(expect.objectContaining({ level: 'error', message: 'import failed' }))
    expect((await whole.api('GET', '/contacts')).body.totalCount).toBe(1_999)
  })
})

describe('export', () => {
  test('is a file that can be imported again, whatever is in it', async () => {
    const body = {
      firstName: 'A,"B"\nC',
      lastName: '=SUM(A1)',
      email: '"a b"@example.com',
      birthDate: '1990-02-28',
      gender: 'OTHER',
      address: { street: '1 Main St, Apt 2', city: 'Zürich', state: 'ZH', postalCode: '8001', country: 'CH' },
      isFavorite: true,
      customFields: {
        Plan: 'Pro',
        Note: '"🔔"\r\n,',
        Age: -1.5e-7,
        Member: false,
        Since: '2020-02-29',
        Likes: ['Tea', 'Ale'],
      },
    }
    await house.api('POST', '/contacts/by-phone/+12025550121', { body })
    await house.api('POST', '/contacts/by-phone/+12025550122')
    const file = await admin('GET', '/accounts/Acme/contacts/export')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename=contacts.csv')
    expect(file.text.split('\r\n')[0]).toBe(
      'phoneNumber,firstName,lastName,email,birthDate,gender,street,city,state,postalCode,country,isFavorite,Plan,Note,Age,Member,Since,Likes',
    )
    expect((await imported(file.text)).last.done).toMatchObject({
      rows: 2,
      created: 0,
      updated: 0,
      unchanged: 2,
      rejected: 0,
    })

    await applyAcme(house, { name: 'Copy', apiKeys: [], numbers: [] })
    expect((await imported(file.text, path('VIP', 'Copy'))).last.done).toMatchObject({ created: 2, rejected: 0 })
    expect((await admin('GET', '/accounts/Copy/contacts/export')).text).toBe(file.text)
  })

  test('of a book of thousands has every contact once', async () => {
    const numbers = Array.from({ length: 2_500 }, (_, i) => `+1202555${String(i).padStart(4, '0')}`)
    await imported(`phoneNumber\n${numbers.join('\n')}`)
    const { text } = await admin('GET', '/accounts/Acme/contacts/export')
    expect(
      text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.slice(0, 12))
        .sort(),
    ).toEqual(numbers)
  })

  test('of an empty book is a header, and HEAD answers without it', async () => {
    expect((await admin('GET', '/accounts/Acme/contacts/export')).text.trimEnd().split('\r\n')).toHaveLength(1)
    expect(await admin('HEAD', '/accounts/Acme/contacts/export')).toMatchObject({ status: 200, text: '' })
  })
})
