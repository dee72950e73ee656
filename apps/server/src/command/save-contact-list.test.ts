import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { runCommand } from './run-command.js'
import { aShell, anOutput } from '../testing/shell.js'

/** How the command meets a server at its worst; what a real one answers is tested with a real one. */
let server: Server
let respond: (req: IncomingMessage, res: ServerResponse) => unknown
let folder: string
let file: string

beforeEach(async () => {
  server = createServer((req, res) => void respond(req, res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  folder = await mkdtemp(join(tmpdir(), 'lists-'))
  file = join(folder, 'numbers.txt')
  await writeFile(file, Array.from({ length: 12_000 }, () => '+12025550123\n').join(''))
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

test('a request names five thousand numbers, and the next one follows its answer', async () => {
  const lengths: number[] = []
  let underWay = 0
  let underWayMost = 0
  respond = async (req, res) => {
    underWayMost = Math.max(underWayMost, ++underWay)
    const { phoneNumbers } = (await json(req)) as { phoneNumbers: readonly string[] }
    lengths.push(phoneNumbers.length)
    underWay--
    answer(res)
  }
  expect((await run()).code).toBe(0)
  expect(lengths).toEqual([5_000, 5_000, 2_000])
  expect(underWayMost).toBe(1)
})

test('a request comes sooner where rows are long, so that not many of them are in memory', async () => {
  const row = `+12025550123\n${'x'.repeat(99_986)}\n`
  await writeFile(file, row.repeat(10))
  const lengths: number[] = []
  respond = async (req, res) => {
    lengths.push(((await json(req)) as { phoneNumbers: readonly string[] }).phoneNumbers.length)
    answer(res)
  }
  expect((await run()).code).toBe(0)
  expect(lengths).toEqual([3, 3, 3, 1])
})

test('a person who watches sees a bar that moves with every request', async () => {
  respond = async (req, res) => {
    await json(req)
    answer(res)
  }
  const stderr = anOutput({ isTTY: true })
  const env = { CARILLON_URL: url(), CARILLON_ADMIN_TOKEN: 'token' }
  const shell = {
    env,
    stdin: () => Readable.from([]),
    stdout: anOutput(),
    stderr,
    interrupted: new AbortController().signal,
  }
  expect(await runCommand(['lists', 'save', file, '--account', 'Acme', '--name', 'VIP'], shell)).toBe(0)
  expect(stderr.text()).toContain(' 100% | 12000 rows | ')
})

test('a server that goes away in the middle is told, with what was done and what was rejected', async () => {
  let answered = 0
  respond = async (req, res) => {
    await json(req)
    if (answered++ === 1) res.destroy()
    else answer(res, { unknown: ['+12025550123'] })
  }
  const { code, stdout, stderr } = await run()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^carillon: .+\. 5000 rows were done, and they stay\. Run the same command again to go on/)
  expect((await readFile(`${file}.rejected.csv`, 'utf8')).split('\n')).toHaveLength(5_002)
})

test('Ctrl-C stops it, and what was done is told', async () => {
  const ctrlC = new AbortController()
  let answered = 0
  respond = async (req, res) => {
    await json(req)
    if (answered++ === 1) ctrlC.abort()
    else answer(res)
  }
  const { code, stderr } = await run(ctrlC.signal)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^carillon: Interrupted\. 5000 rows were done, and they stay\. Run the same command again/)
})

test('a refusal of the first request is told as it is', async () => {
  respond = async (req, res) => {
    await json(req)
    res.writeHead(404, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ code: 33404, status: 404, message: 'No account is named "Acme"' }))
  }
  expect(await run()).toEqual({ code: 1, stdout: '', stderr: 'carillon: No account is named "Acme"\n' })
})

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function run(interrupted = new AbortController().signal) {
  const carillon = aShell({ CARILLON_URL: url(), CARILLON_ADMIN_TOKEN: 'token' })
  return carillon(['lists', 'save', file, '--account', 'Acme', '--name', 'VIP'], { interrupted })
}

function answer(res: ServerResponse, { unknown = [] as readonly string[] } = {}) {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ id: 'lst_1', name: 'VIP', size: 1, added: 0, unknown }))
}
