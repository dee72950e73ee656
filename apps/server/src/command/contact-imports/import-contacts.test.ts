import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { ServerResponse } from 'node:http'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openScriptedServer, type ScriptedServer } from '../../testing/scripted-server.js'
import { aShell } from '../../testing/shell.js'

let server: ScriptedServer
let folder: string
let file: string

const NONE = { created: 0, updated: 0, unchanged: 0, joined: 0 }

beforeEach(async () => {
  server = await openScriptedServer()
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  file = join(folder, 'people.csv')
})

afterEach(() => rm(folder, { recursive: true }))

test('the response is read while the file is still being uploaded', async () => {
  await writeFile(file, `phoneNumber\n${'+12025550123\n'.repeat(200_000)}`)
  let respondedBeforeTheEnd = false
  server.respond = async (req, res) => {
    let bytes = 0
    for await (const chunk of req) {
      if (bytes === 0) say(res, { rejected: [{ line: 2, reason: 'says "no", twice' }] })
      bytes += (chunk as Buffer).length
      respondedBeforeTheEnd ||= bytes < 2_000_000 && res.headersSent
    }
    say(res, { done: { ...NONE, rows: 200_000, created: 199_999 } })
    res.end()
  }
  const said = await run()
  expect(said).toEqual({
    code: 0,
    stdout: `200000 rows: 199999 created, 0 updated, 0 unchanged, 0 joined the group\n1 rejected: see ${file}.rejected.csv\n`,
    stderr: '',
  })
  expect(await readFile(`${file}.rejected.csv`, 'utf8')).toBe('line,reason\n2,"says ""no"", twice"\n')
  expect(respondedBeforeTheEnd).toBe(true)
})

test('Ctrl-C stops the import, and prints how many rows were imported', async () => {
  await writeFile(file, `phoneNumber\n${'+12025550123\n'.repeat(500_000)}`)
  const ctrlC = new AbortController()
  server.respond = (req, res) => {
    req.once('data', () => say(res, { progress: { ...NONE, rows: 2_000, created: 2_000 } }))
    req.pause()
    // The server reads no more, so the command must end although the upload is incomplete.
    res.once('drain', () => {})
    setImmediate(() => ctrlC.abort())
  }
  const { code, stderr, stdout } = await run({ interrupted: ctrlC.signal })
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(
    /^carillon: Interrupted\.( 2000 rows were processed and are kept\.)? Run the same command again to continue/,
  )
})

test('a lost connection is an error that says how many rows were imported', async () => {
  await writeFile(file, 'phoneNumber\n+12025550123\n')
  server.respond = (req, res) => {
    req.resume()
    say(res, { progress: { ...NONE, rows: 2_000, created: 2_000 } })
    req.once('end', () => res.destroy())
  }
  const { code, stderr } = await run()
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^carillon: The import failed \(.+\)\. 2000 rows were processed and are kept\. Run the same command again/,
  )
})

test('a response without its last line is an error', async () => {
  await writeFile(file, 'phoneNumber\n')
  server.respond = (req, res) => {
    req.resume()
    res.end()
  }
  const { code, stderr } = await run()
  expect(code).toBe(1)
  expect(stderr).toMatch(/^carillon: The import failed \(the server ended its response too early\)\. Run the same/)
})

test('an error within the response is printed', async () => {
  await writeFile(file, 'phoneNumber\n+12025550123\n')
  server.respond = (req, res) => {
    req.resume()
    say(res, { progress: { ...NONE, rows: 2_000 } })
    say(res, { error: { message: 'The service cannot reach what it needs at the moment' } })
    res.end()
  }
  const { code, stderr } = await run()
  expect(code).toBe(1)
  expect(stderr).toMatch(/^carillon: The service cannot reach what it needs at the moment\. 2000 rows were processed/)
})

test('a response with an error status ends the upload', async () => {
  await writeFile(file, `phoneNumber\n${'+12025550123\n'.repeat(500_000)}`)
  server.respond = (_, res) => {
    res.writeHead(404, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ code: 33404, status: 404, message: 'No account is named "Acme"' }))
  }
  expect(await run()).toEqual({ code: 1, stdout: '', stderr: 'carillon: No account is named "Acme"\n' })
})

test('if nothing is rejected, the file of rows rejected earlier is removed; other files are kept', async () => {
  await writeFile(file, 'phoneNumber\n')
  server.respond = (req, res) => {
    req.resume()
    say(res, { done: { ...NONE, rows: 0 } })
    res.end()
  }
  await writeFile(`${file}.rejected.csv`, 'line,reason\n2,"no"\n')
  expect((await run()).code).toBe(0)
  await expect(readFile(`${file}.rejected.csv`)).rejects.toThrow('ENOENT')

  const mine = join(folder, 'mine.txt')
  await writeFile(mine, 'my notes')
  expect((await run({}, '--rejected', mine)).code).toBe(0)
  expect(await readFile(mine, 'utf8')).toBe('my notes')
})

test('a missing file is reported before any request', async () => {
  expect(await run()).toEqual({
    code: 1,
    stdout: '',
    stderr: `carillon: ${file} cannot be read: there is no such file\n`,
  })
})

function run(options: { interrupted?: AbortSignal } = {}, ...more: readonly string[]) {
  const carillon = aShell({ CARILLON_URL: server.url, CARILLON_ADMIN_TOKEN: 'token' })
  return carillon(['contacts', 'import', file, '--account', 'Acme', '--group', 'VIP', ...more], options)
}

function say(res: ServerResponse, line: object) {
  res.write(`${JSON.stringify(line)}\n`)
}
