import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { chromiumLaunchOptions, unpackOnce } from '../../scripts/chromium.js'

let cache: string

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'carillon-unpack-'))
})

afterEach(() => rm(cache, { recursive: true }))

test('processes that unpack at the same time share the folder of the first one; no other folder is left', async () => {
  const folder = join(cache, 'browsers', 'one')
  const attempts = [1, 2, 3]
  let unpacking = 0
  let continueAll = () => {}
  const allUnpack = new Promise<void>((resolve) => (continueAll = resolve))
  const unpackAs = (attempt: number) => async (target: string) => {
    await writeFile(join(target, 'turn'), String(attempt))
    unpacking += 1
    if (unpacking === attempts.length) continueAll()
    await allUnpack
  }
  const folders = await Promise.all(attempts.map((attempt) => unpackOnce(folder, unpackAs(attempt))))
  expect(folders).toEqual([folder, folder, folder])
  expect(await readdir(join(cache, 'browsers'))).toEqual(['one'])
  expect(attempts).toContain(Number(await readFile(join(folder, 'turn'), 'utf8')))
})

test('an unpacked folder is reused', async () => {
  const folder = await unpackOnce(join(cache, 'one'), () => Promise.resolve())
  expect(await unpackOnce(folder, () => Promise.reject(new Error('unpacked twice')))).toBe(folder)
})

test('the folder of a failed unpacking is removed, and the next process tries again', async () => {
  const folder = join(cache, 'one')
  await expect(unpackOnce(folder, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
  expect(await readdir(cache)).toEqual([])
  expect(await unpackOnce(folder, () => Promise.resolve())).toBe(folder)
})

test('CHROMIUM_PATH takes precedence over the Chromium of the dev dependencies', async () => {
  const before = process.env['CHROMIUM_PATH']
  process.env['CHROMIUM_PATH'] = '/opt/my-chromium'
  try {
    expect(await chromiumLaunchOptions()).toMatchObject({ executablePath: '/opt/my-chromium' })
  } finally {
    if (before === undefined) delete process.env['CHROMIUM_PATH']
    else process.env['CHROMIUM_PATH'] = before
  }
})
