import { once } from 'node:events'
import { connect } from 'node:net'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { CSV, importPath, importsOf, linesOf } from '../testing/imports.js'
import { ADMIN_TOKEN, applyAcme, openTestApi, type TestApi } from '../testing/test-api.js'

let fixture: TestApi
let importing: ReturnType<typeof importsOf>['importing']
let imported: ReturnType<typeof importsOf>['imported']

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  ;({ importing, imported } = importsOf(fixture))
  await applyAcme(fixture, { rateLimits: null })
})

describe('import', () => {
  test('runs in batches, and reports its progress', async () => {
    const numbers = Array.from({ length: 4_500 }, (_, i) => `+1202555${String(i).padStart(4, '0')}`)
    const { lines, last } = await imported(`phoneNumber\n${numbers.join('\n')}\n`)
    expect(lines.map(({ progress }) => progress?.rows)).toEqual([1_999, 3_999, 4_500, undefined])
    expect(last.done).toMatchObject({ rows: 4_500, created: 4_500, joined: 4_500 })
    expect((await fixture.api('GET', '/groups?name=VIP')).body.results[0].contactCount).toBe(4_500)
  })

  test('reports progress while the client still sends the file', async () => {
    const numbers = Array.from({ length: 2_000 }, (_, i) => `+1202555${String(i).padStart(4, '0')}`)
    let more: ReadableStreamDefaultController<Uint8Array>
    const file = new ReadableStream<Uint8Array>({
      start(controller) {
        more = controller
        controller.enqueue(new TextEncoder().encode(`phoneNumber\n${numbers.join('\n')}\n+12025550000\n`))
      },
    })
    const response = await fetch(`${fixture.url}/admin/v1${importPath()}`, {
      method: 'POST',
      body: file,
      duplex: 'half',
      headers: { ...CSV, authorization: `Bearer ${ADMIN_TOKEN}` },
    } as RequestInit)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect(JSON.parse((await reader.read()).value!.split('\n')[0]!).progress.rows).toBe(1_999)
    more!.close()
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value
    expect(rest).toContain('"done"')
  })

  test('responds to a client that starts to read only after it has sent a large file', async () => {
    const file = 'firstName\n'.repeat(2_000_000)
    const head = [
      `POST /admin/v1${importPath()} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${ADMIN_TOKEN}`,
      'Content-Type: text/csv',
      `Content-Length: ${file.length}`,
    ]
    const socket = connect(Number(new URL(fixture.url).port), '127.0.0.1')
    await new Promise((sent) => socket.write(`${head.join('\r\n')}\r\n\r\n${file}`, sent))
    const [first] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    const firstChunk = String(first)
    expect(firstChunk).toMatch(/^HTTP\/1.1 400 /)
    expect(firstChunk).toContain('The header must contain the column phoneNumber')
  })

  test('runs for at most two files at a time', async () => {
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

  test('does not log an error for a client that disconnects, and releases its slot', async () => {
    const numbers = Array.from({ length: 2_500 }, (_, i) => `+1202555${String(i).padStart(4, '0')}`)
    for (let times = 1; times <= 3; times++) {
      const leave = new AbortController()
      const file = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(`phoneNumber\n${numbers.join('\n')}\n`)),
      })
      await fetch(`${fixture.url}/admin/v1${importPath()}`, {
        method: 'POST',
        body: file,
        duplex: 'half',
        signal: leave.signal,
        headers: { ...CSV, authorization: `Bearer ${ADMIN_TOKEN}` },
      } as RequestInit)
      leave.abort()
      await fixture.logged('request cut off by the client', times)
    }
    expect(fixture.log.filter(({ level }) => level === 'error')).toEqual([])
    expect((await importing('phoneNumber\n')).status).toBe(200)
  })

  test('reports an error in the last line, and keeps the batches before it', async () => {
    const adapters = inMemory()
    const whole = await openTestApi(adapters)
    await applyAcme(whole)
    let runs = 0
    const run: typeof adapters.unitOfWork.run = (work) =>
      runs++ >= 4 ? Promise.reject(new Error('the disk is full')) : adapters.unitOfWork.run(work)
    const failing = await openTestApi({ ...adapters, unitOfWork: { run, runOne: run } })
    const numbers = Array.from({ length: 4_500 }, (_, i) => `+1202555${String(i).padStart(4, '0')}`)
    const { text } = await failing.admin('POST', importPath(), {
      raw: `phoneNumber\n${numbers.join('\n')}`,
      headers: CSV,
    })
    const lines = linesOf(text)
    expect(lines).toMatchObject([{ progress: { rows: 1_999 } }, { error: { code: 33500 } }])
    expect(text).not.toContain('disk')
    expect(failing.log).toContainEqual(expect.objectContaining({ level: 'error', message: 'import failed' }))
    expect((await whole.api('GET', '/contacts')).body.totalCount).toBe(1_999)
  })

  describe('of a file that arrives too slowly', () => {
    const slow = (begin: string) =>
      new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode(begin)) })
    let given: TestApi

    /** An import may take 30 times as long as another body. */
    beforeEach(async () => {
      const adapters = inMemory()
      await applyAcme(await openTestApi(adapters))
      given = await openTestApi(adapters, { patience: { headMs: 60_000, idleMs: 60_000, bodyMs: 10 } })
    })

    test('is refused before its first row, and its slot is free again', async () => {
      const running = [1, 2].map(() => importsOf(given).importing(slow('phoneNumber')))
      for (const response of running) {
        const { status, body, headers } = await response
        expect([status, body.code, headers.get('connection')]).toEqual([408, 33408, 'close'])
        expect(body.message).toBe(
          'The file arrives too slowly: 11 bytes arrived in 0.3 s of waiting, but the whole file must arrive within 0.3 s of waiting',
        )
      }
      expect((await importsOf(given).importing('phoneNumber\n')).status).toBe(200)
    })

    test('ends with the refusal in the last line, keeps the batches before it, and is disconnected', async () => {
      const numbers = Array.from({ length: 2_500 }, (_, i) => `+1202555${String(i).padStart(4, '0')}`)
      const { lines, last } = await importsOf(given).imported(slow(`phoneNumber\n${numbers.join('\n')}\n`))
      expect(lines).toMatchObject([{ progress: { rows: 1_999 } }, { error: { code: 33408 } }])
      expect(last.error).toMatchObject({ message: expect.stringContaining('bytes arrived in 0.3 s of waiting') })
    })
  })
})
