import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processToken } from '../embedded-postgres/process-token.js'
import { requireNoOtherSecrets, requireRestorePlace, restoreInto } from './restore-place.js'

const SECRETS = { secret: 'a-secret', adminToken: 'a-token' }
const DEAD = 'restore.99999999-1-00000000'

let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-'))
  dataDir = join(folder, 'data')
})

afterEach(() => rm(folder, { recursive: true }))

/** Creates a folder that looks like a database. */
const build = async (staging: string, content = 'ours') => {
  await mkdir(join(staging, 'postgres'))
  await writeFile(join(staging, 'postgres', 'PG_VERSION'), content)
}

const contentOf = () => readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')

test('the folder gets the database and the secrets, which only the owner may read', async () => {
  await requireRestorePlace(dataDir)
  await restoreInto({ dataDir, secrets: SECRETS, build })
  expect((await readdir(dataDir)).sort()).toEqual(['admin-token', 'postgres', 'secret'])
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('a-secret\n')
  for (const name of ['secret', 'admin-token']) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
})

test('secrets that are not in the backup are not created', async () => {
  await restoreInto({ dataDir, secrets: { secret: null, adminToken: null }, build })
  expect(await readdir(dataDir)).toEqual(['postgres'])
})

test('a failed restore leaves nothing, not even the folder', async () => {
  const failing = async (staging: string) => {
    await build(staging)
    throw new Error('The disk is full')
  }
  await expect(restoreInto({ dataDir, secrets: SECRETS, build: failing })).rejects.toThrow('The disk is full')
  expect(await readdir(folder)).toEqual([])
})

test('a failed restore leaves an existing empty folder empty', async () => {
  await mkdir(dataDir)
  const failing = () => Promise.reject(new Error('The disk is full'))
  await expect(restoreInto({ dataDir, secrets: SECRETS, build: failing })).rejects.toThrow('The disk is full')
  expect(await readdir(dataDir)).toEqual([])
})

test('a folder that has a database or other files, or that a restore is using, is refused', async () => {
  for (const [name, problem] of [
    ['postgres', 'already contains a database: set CARILLON_DATA_DIR to a new folder, or move this one away'],
    ['notes.txt', 'is not empty (it contains notes.txt)'],
    [`restore.${await processToken(process.pid)}-00000000`, 'Another restore is running in'],
  ] as const) {
    await mkdir(join(dataDir, name), { recursive: true })
    await expect(requireRestorePlace(dataDir)).rejects.toThrow(problem)
    await rm(join(dataDir, name), { recursive: true })
  }
  await requireRestorePlace(dataDir)
})

test('the remains of a killed restore do not block the next one, which removes them', async () => {
  await mkdir(join(dataDir, DEAD, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'secret'), 'a-secret\n')
  await mkdir(join(dataDir, 'lost+found'))
  await requireRestorePlace(dataDir)
  await requireNoOtherSecrets(dataDir, SECRETS)
  await restoreInto({ dataDir, secrets: SECRETS, build })
  expect((await readdir(dataDir)).sort()).toEqual(['admin-token', 'lost+found', 'postgres', 'secret'])
})

test('an existing secret that differs from the one in the backup is kept, and the error names it', async () => {
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'secret'), 'of-another-database\n')
  const problem = 'secret differs from the one in the backup'
  await expect(requireNoOtherSecrets(dataDir, SECRETS)).rejects.toThrow(problem)
  await expect(restoreInto({ dataDir, secrets: SECRETS, build })).rejects.toThrow(problem)
  expect(await readdir(dataDir)).toEqual(['secret'])
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('of-another-database\n')
})

test('of two concurrent restores, the first to finish succeeds, and the other fails with an error', async () => {
  const slow = async (staging: string) => {
    await build(staging, 'of the slow one')
    await restoreInto({ dataDir, secrets: SECRETS, build })
  }
  await expect(restoreInto({ dataDir, secrets: SECRETS, build: slow })).rejects.toThrow('A database was created in')
  expect(await contentOf()).toBe('ours')
  expect((await readdir(dataDir)).sort()).toEqual(['admin-token', 'postgres', 'secret'])
})
