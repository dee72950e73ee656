import { afterEach, expect, test } from '@jest/globals'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findKeptSecret, keptSecret, secretFileOf } from './kept-secret.js'

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

test('the secret is created once, kept, and readable only by its owner', async () => {
  const place = { dataDir: join(await aFolder(), 'not', 'there'), name: 'secret' } as const
  expect(await findKeptSecret({ dataDir: await aFolder(), name: 'secret' })).toBeNull()
  const secret = await keptSecret(place)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(await keptSecret(place)).toBe(secret)
  expect((await stat(secretFileOf(place))).mode & 0o777).toBe(0o600)
  expect((await stat(place.dataDir)).mode & 0o777).toBe(0o700)
})

test('concurrent starts get the same secret, and leave no other file', async () => {
  const dataDir = await aFolder()
  const startTogether = async (delays: number) => {
    for (let i = 0; i < delays; i++) await stat(dataDir)
    return keptSecret({ dataDir, name: 'admin-token' })
  }
  const secrets = await Promise.all(Array.from({ length: 40 }, (_, i) => startTogether(i % 8)))
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['admin-token'])
})

test('an empty file is an error and stays empty, because a new secret cannot decrypt existing data', async () => {
  const dataDir = await aFolder()
  await writeFile(join(dataDir, 'secret'), '\n')
  await expect(keptSecret({ dataDir, name: 'secret' })).rejects.toThrow('is empty: put the secret back')
})

test('a data folder that is a file is an error', async () => {
  const file = join(await aFolder(), 'file')
  await writeFile(file, '')
  await expect(keptSecret({ dataDir: file, name: 'secret' })).rejects.toThrow(/secret cannot be (read|used): ENOTDIR/)
})

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'kept-secret-'))
  folders.push(folder)
  return folder
}
