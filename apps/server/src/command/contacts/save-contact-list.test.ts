import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { ServerResponse } from 'node:http'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { openScriptedServer, type ScriptedServer } from '../../testing/scripted-server.js'
import { aShell } from '../../testing/shell.js'

let server: ScriptedServer
let folder: string
let file: string

beforeEach(async () => {
  server = await openScriptedServer()
  folder = await mkdtemp(join(tmpdir(), 'lists-'))
  file = join(folder, 'numbers.txt')
  await writeFile(file, Array.from({ length: 12_000 }, () => '+12025550123\n').join(''))
})

afterEach(() => rm(folder, { recursive: true }))

test('a request contains up to 5,000 numbers, and the next request waits for its response', async () => {
  const lengths: number[] = []
  let underWay = 0
  let underWayMost = 0
  server.respond = async (req, res) => {
    underWayMost = Math.max(underWayMost, ++underWay)
    const { phoneNumbers } = (await json(req)) as { phoneNumbers: readonly string[] }
    lengths.push(phoneNumbers.length)
    underWay--
    respond(res)
  }
  expect((await run()).code).toBe(0)
  expect(lengths).toEqual([5_000, 5_000, 2_000])
  expect(underWayMost).toBe(1)
})

test('a request contains fewer numbers if the rows are long, to limit memory', async () => {
  const row = `+12025550123\n${'x'.repeat(99_986)}\n`
  await writeFile(file, row.repeat(10))
  const lengths: number[] = []
  server.respond = async (req, res) => {
    lengths.push(((await json(req)) as { phoneNumbers: readonly string[] }).phoneNumbers.length)
    respond(res)
  }
  expect((await run()).code).toBe(0)
  expect(lengths).toEqual([3, 3, 3, 1])
})

test('a terminal shows a bar that advances with every request', async () => {
  server.respond = async (req, res) => {
    await json(req)
    respond(res)
  }
  const { code, stderr } = await run({ isTTY: true })
  expect(code).toBe(0)
  expect(stderr).toContain(' 100% | 12000 rows | ')
})

test('after a lost connection, the error says how many rows were saved, and rejected rows are in a file', async () => {
  let responded = 0
  server.respond = async (req, res) => {
    await json(req)
    if (responded++ === 1) res.destroy()
    else respond(res, { unknown: ['+12025550123'] })
  }
  const { code, stdout, stderr } = await run()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^carillon: .+\. 5000 rows were processed and are kept\. Run the same command again to continue/,
  )
  expect((await readFile(`${file}.rejected.csv`, 'utf8')).split('\n')).toHaveLength(5_002)
})

test('Ctrl-C stops the command, and prints how many rows were saved', async () => {
  const ctrlC = new AbortController()
  let responded = 0
  server.respond = async (req, res) => {
    await json(req)
    if (responded++ === 1) ctrlC.abort()
    else respond(res)
  }
  const { code, stderr } = await run({ interrupted: ctrlC.signal })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^carillon: Interrupted\. 5000 rows were processed and are kept\. Run the same command again/)
})

test('an error response to the first request is printed unchanged', async () => {
  server.respond = async (req, res) => {
    await json(req)
    res.writeHead(404, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ code: 33404, status: 404, message: 'No account is named "Acme"' }))
  }
  expect(await run()).toEqual({ code: 1, stdout: '', stderr: 'carillon: No account is named "Acme"\n' })
})

function run(options: { isTTY?: boolean; interrupted?: AbortSignal } = {}) {
  const carillon = aShell({ CARILLON_URL: server.url, CARILLON_ADMIN_TOKEN: 'token' })
  return carillon(['lists', 'save', file, '--account', 'Acme', '--name', 'VIP'], options)
}

function respond(res: ServerResponse, { unknown = [] as readonly string[] } = {}) {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ id: 'lst_1', name: 'VIP', size: 1, added: 0, unknown }))
}
