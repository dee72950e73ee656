import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createWebServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@carillon/contracts'
import type { CarrierText } from '@carillon/core'
import { afterEach, describe, expect, test } from '@jest/globals'
import { encode } from '../../text/alphabets.js'
import { contentsOf } from '../../text/message-contents.js'
import { assemble } from '../assemble.js'
import { aText, closeAll, open } from '../smpp-under-test.js'
import { openTestSmsc } from '../test-smsc.js'

/** These tests need the Debian packages `kannel` and `kannel-extras`. */
const DRIVE_SMPP = '/usr/lib/kannel/test/drive_smpp'
const SMSBOX_PORT = 13_001
const HALF_PAIR = 'a part has half of a surrogate pair'

const closers: (() => unknown)[] = []

afterEach(async () => {
  await closeAll()
  for (const close of closers.splice(0).toReversed()) await close()
})

describe('drive_smpp of Kannel as SMSC', () => {
  const driven = async (mode: 'transceiver' | 'transmitter-receiver', bindMs = 5_000) => {
    // drive_smpp connects to a bearerbox, and panics if nobody listens.
    const silent = createServer((socket) => socket.on('error', () => {}))
    await listening(silent, SMSBOX_PORT)
    closers.push(() => silent.close())
    const port = await freePort()
    const { output } = run(DRIVE_SMPP, ['-v', '0', '-p', String(port), '-m', '3'])
    await waitUntil(() => output().includes('accept_thread) maps'))
    const settings = { port, systemId: 'foo', password: 'bar', systemType: 'VMA', mode }
    return { output, ...open(settings, {}, { bindMs }) }
  }

  test('takes our texts, and we take its texts and enquiries', async () => {
    const { connection, news, output } = await driven('transmitter-receiver')
    // drive_smpp ends when it has got all messages, so its own come first.
    await waitUntil(() => news.length === 3 && output().split('type enquire_link_resp').length === 4)
    expect(news.map((one) => (one as CarrierText).body)).toEqual(['1', '2', '3'])
    const texts = ['one €', 'two', 'x'.repeat(200)].map((body) => aText({ body }))
    const outcomes = await connection.provider.submit(texts, { deadlineMs: 5_000 })
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted'])
    await connection.close()
    expect(output()).toContain('type unbind')
    expect(output()).not.toMatch(/ERROR|PANIC|WARNING/)
  })

  test('does not answer a transceiver: then nothing is written', async () => {
    const { connection, output } = await driven('transceiver', 300)
    expect(await connection.provider.submit([aText()], { deadlineMs: 2_000 })).toMatchObject([
      { kind: 'try-later', because: 'unreachable' },
    ])
    expect(output()).not.toContain('type submit_sm')
  })
})

describe('bearerbox of Kannel as ESME of the test SMSC', () => {
  const opened = async () => {
    const smsc = await openTestSmsc()
    closers.push(() => smsc.close())
    const requests: URL[] = []
    const web = createWebServer(({ url }, response) => {
      requests.push(new URL(url!, 'http://localhost'))
      response.end()
    })
    const webPort = await listening(web, 0)
    closers.push(() => web.close())
    const folder = mkdtempSync(join(tmpdir(), 'kannel-'))
    const [adminPort, smsboxPort, sendsmsPort] = [await freePort(), await freePort(), await freePort()]
    const values = { ...{ adminPort, smsboxPort, sendsmsPort, webPort, folder }, smscPort: smsc.port }
    const file = join(folder, 'kannel.conf')
    writeFileSync(file, fill(readFileSync(join(import.meta.dirname, 'bearerbox.conf'), 'utf8'), values))
    run('/usr/sbin/bearerbox', [file])
    const status = () => webPage(`http://127.0.0.1:${adminPort}/status.txt?password=secret`)
    await waitUntil(async () => (await status()).includes('(online'))
    // The smsbox ends if it cannot connect at once.
    await waitUntil(() => isListening(smsboxPort))
    await waitUntil(async () => (await status()).includes('No boxes connected'))
    run('/usr/sbin/smsbox', [file])
    // It answers requests before it knows its users (403), and connects to bearerbox only afterwards.
    await waitUntil(async () => (await status()).includes('smsbox:'))
    const send = (text: string) => {
      const dlrUrl = `http://127.0.0.1:${webPort}/receipt?state=%d`
      const query = {
        username: 'tester',
        password: 'secret',
        from: '12025550199',
        to: '12025550100',
        text,
        charset: 'utf-8',
      }
      const coding = /^[ -~€]*$/.test(text) ? {} : { coding: '2' }
      const parameters = new URLSearchParams({ ...query, ...coding, 'dlr-mask': '3', 'dlr-url': dlrUrl })
      return fetch(`http://127.0.0.1:${sendsmsPort}/cgi-bin/sendsms?${parameters}`)
    }
    return { smsc, requests, send }
  }

  test.each([
    ['short', 'Hello €', []],
    ['long', 'x'.repeat(151) + '€ and more', []],
    // Kannel separates the halves of a surrogate pair.
    ['long UCS-2', '鐘'.repeat(66) + '🔔 and more', [HALF_PAIR, HALF_PAIR]],
  ])('sends a %s text that we read, and understands our receipt', async (_, text, faults) => {
    const { smsc, send, requests } = await opened()
    expect((await send(text)).status).toBe(202)
    await waitUntil(() => assemble(smsc.taken.map(({ pdu }) => pdu)).length === 1)
    expect(assemble(smsc.taken.map(({ pdu }) => pdu))).toMatchObject([{ to: '+12025550100', body: text }])
    for (const { id } of smsc.taken) await smsc.receipt(id)
    await waitUntil(() => requests.length > 0)
    expect(smsc.faults).toEqual(faults)
    expect(requests[0]!.searchParams.get('state')).toBe('1')
  })

  test('takes our texts, short and in parts', async () => {
    const { smsc, requests } = await opened()
    await smsc.deliver({ shortMessage: encode('Hello €', 'gsm7')! })
    const body = 'y'.repeat(200)
    for (const part of contentsOf(body, { alphabet: 'gsm7', long: 'udh' }, () => 9)!) await smsc.deliver(part)
    await waitUntil(() => requests.length === 2)
    expect(requests.map(({ searchParams }) => searchParams.get('body'))).toEqual(['Hello €', body])
  })
})

function run(command: string, args: readonly string[]) {
  let output = ''
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise((resolve) => child.once('close', resolve))
  closers.push(() => {
    child.kill('SIGKILL')
    return exited
  })
  return { output: () => output }
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listening(server, 0)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Empty as long as nobody answers. */
async function webPage(url: string): Promise<string> {
  const answer = await fetch(url).catch(() => null)
  return answer ? answer.text() : ''
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

async function listening(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}
