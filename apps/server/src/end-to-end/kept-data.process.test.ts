import { describe, expect, jest, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, createBrotliDecompress } from 'node:zlib'
import { aFolder, baseOf, basicOf, started, stopsCleanly } from '../testing/service/starts.js'

/**
 * `kept-data` has one data folder for every schema that has landed, each with the answers that its own version gave.
 * `scripts/keep-data.js` makes them.
 */
const KEPT = fileURLToPath(new URL('../../kept-data/', import.meta.url))
const BASIC = basicOf('key_kept:the-secret-of-kept-data')

jest.setTimeout(120_000)

describe.each(readdirSync(KEPT))('a data folder with the schema %s', (schema) => {
  test('starts under this version, gives the same answers, and sends', async () => {
    const folder = await aFolder()
    await unpack(join(KEPT, schema, 'data.tar.br'), folder)
    const dataDir = join(folder, 'data')
    const server = await started({ dataDir, env: { CARILLON_DEMO: '0' } })
    const bearer = `Bearer ${(await readFile(join(dataDir, 'admin-token'), 'utf8')).trim()}`

    const before = parsed(await readFile(join(KEPT, schema, 'answers.json'), 'utf8')) as Record<string, unknown>
    expect(Object.keys(before).length).toBeGreaterThan(25)
    const after: Record<string, unknown> = {}
    for (const path of Object.keys(before)) {
      after[path] = await answer(`${baseOf(server)}${path}`, path.startsWith('/admin/') ? bearer : BASIC)
    }
    expect(after).toMatchObject(before)

    expect(await send(baseOf(server), '+12025550140')).toMatchObject({ status: 'sent' })
    expect(await send(baseOf(server), '+14045550142')).toMatchObject({ code: 33029 })
    await stopsCleanly(server, dataDir)
  })
})

/** Through a file: `tar` that reads a pipe can end before the pipe has told that it was written. */
async function unpack(file: string, folder: string) {
  const archive = join(folder, 'data.tar')
  const decompressed = createBrotliDecompress({ params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } })
  await pipeline(createReadStream(file), decompressed, createWriteStream(archive))
  await promisify(execFile)('tar', ['xf', archive, '--no-same-owner'], { cwd: folder })
}

async function answer(url: string, authorization: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization } })
  const text = await response.text()
  return response.headers.get('content-type')!.startsWith('application/json') ? parsed(text) : text
}

/** Without the instant of the answer itself. */
function parsed(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => (key === 'generatedAt' ? undefined : value))
}

async function send(base: string, to: string): Promise<unknown> {
  const response = await fetch(`${base}/api/v1/messaging/message`, {
    method: 'POST',
    headers: { authorization: BASIC, 'content-type': 'application/json' },
    body: JSON.stringify({ to, from: '+12025550100', body: 'Still here' }),
  })
  return response.json()
}
