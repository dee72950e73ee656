import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminTokenOf } from './admin-token.js'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carillon-admin-token-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

test('the token in the settings is used, or else the one in the data folder, which is created if it is missing', async () => {
  expect(await adminTokenOf({ adminToken: 'let-me-in-please', dataDir })).toEqual({
    token: 'let-me-in-please',
    place: 'as in CARILLON_ADMIN_TOKEN',
  })
  const created = await adminTokenOf({ adminToken: null, dataDir })
  expect(created.place).toBe(`in ${join(dataDir, 'admin-token')}`)
  expect(await adminTokenOf({ adminToken: null, dataDir })).toEqual(created)
})

test('a token in the data folder that is too short is refused, with its length and the remedy', async () => {
  const file = join(dataDir, 'admin-token')
  await writeFile(file, 'hunter2\n')
  await expect(adminTokenOf({ adminToken: null, dataDir })).rejects.toThrow(
    `The admin token in ${file} must have 16 to 500 characters from ! to ~, without spaces; got 7 characters. Remove the file`,
  )
})
