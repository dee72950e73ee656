import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCarriers } from './load-carriers.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-carriers-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** Loads a file in a folder of its own, beside the other files. */
async function load(carriers: string, others: Readonly<Record<string, string>> = {}) {
  const own = await mkdtemp(join(folder, 'case-'))
  for (const [name, text] of Object.entries(others)) await writeFile(join(own, name), text)
  await writeFile(join(own, 'carriers.yaml'), carriers)
  const loading = loadCarriers(join(own, 'carriers.yaml'), {})
  return { own, loading }
}

const MODULE = 'carriers:\n  mine: { type: module, path: ./mine.mjs }\n'

test('a module is found beside the file', async () => {
  const { loading } = await load(MODULE, { 'mine.mjs': 'export const createProvider = () => ({})' })
  await expect(loading).resolves.toMatchObject({ file: { carriers: [{ name: 'mine', type: 'module' }] } })
})

test.each([
  ['is missing', {}, 'there is no such file: '],
  ['exports nothing', { 'mine.mjs': '' }, 'it must export a function createProvider, but exports nothing'],
])('a module that %s is one line that names its carrier', async (_, others, expected) => {
  const { own, loading } = await load(MODULE, others)
  const path = join(own, 'mine.mjs')
  const end = expected.endsWith(' ') ? expected + path : expected
  await expect(loading).rejects.toThrow(`carriers.mine.path is ${path}: ${end}`)
})

test('a description of a gateway that is missing is one line that names its carrier', async () => {
  const { own, loading } = await load(
    'publicUrl: https://sms.example.com\ncarriers:\n  local: { type: http, file: ./kannel.yaml }\n',
  )
  await expect(loading).rejects.toThrow(
    `carriers.local: ${join(own, 'kannel.yaml')} cannot be read: there is no such file`,
  )
})
