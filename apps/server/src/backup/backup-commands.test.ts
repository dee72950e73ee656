import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aShell } from '../testing/shell.js'
import type { BackupHeader } from './backup-content.js'
import { writeBackup } from './backup-stream.js'

let folder: string
let dataDir: string
let file: string
let carillon: ReturnType<typeof aShell>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carillon-'))
  dataDir = join(folder, 'data')
  file = join(folder, 'monday.backup')
  carillon = aShell({ CARILLON_DATA_DIR: dataDir })
})

afterEach(() => rm(folder, { recursive: true }))

/** Expects a refusal in one line, and no change to any file. */
async function expectRefused(args: readonly string[], line: string, run = carillon) {
  const before = await readdir(folder, { recursive: true })
  expect(await run(args)).toEqual({ code: 1, stdout: '', stderr: `carillon: ${line}\n` })
  expect(await readdir(folder, { recursive: true })).toEqual(before)
}

test('backup and restore with DATABASE_URL are refused, and the error names the Postgres tools', async () => {
  const own = aShell({ DATABASE_URL: 'postgresql://db/carillon', CARILLON_DATA_DIR: dataDir })
  const problem = 'This command is only for the embedded database, but DATABASE_URL is set: use'
  await expectRefused(['backup', file], `${problem} pg_dump or continuous archiving, as docs/backup.md describes`, own)
  await expectRefused(['restore', file], `${problem} pg_restore, as docs/backup.md describes`, own)
})

test('a folder without a database is not backed up', async () => {
  const problem = `The database in ${dataDir} cannot be backed up: it does not exist. Set CARILLON_DATA_DIR to the data folder of the server`
  await expectRefused(['backup', file], problem)
})

test('an existing file is not replaced without --force', async () => {
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
  await writeFile(file, 'of last week')
  await expectRefused(['backup', file], `${file} already exists: choose another file, or add --force to replace it`)
})

test('a file that is not a backup is not restored', async () => {
  await expectRefused(['restore', file], `${file} cannot be read: there is no such file`)
  await expectRefused(['restore', folder], `${folder} is not a file`)
  await writeFile(file, 'phoneNumber,firstName\n')
  await expectRefused(['restore', file], `${file} cannot be restored: it is not a backup made by carillon`)
})

test('a truncated backup is not restored', async () => {
  await truncate(await aBackupFile(), 300)
  await expectRefused(['restore', file], `${file} cannot be restored: it is truncated or was changed`)
})

test('a backup made by a newer version is not restored', async () => {
  await aBackupFile({ migrations: [{ id: '9999-of-tomorrow', appliedAt: '2030-01-01 00:00:00+00' }], version: '9.0.0' })
  const problem =
    'was made by a newer version of Carillon (9.0.0), with the migration 9999-of-tomorrow: restore it with that version'
  await expectRefused(['restore', file], `${file} ${problem}`)
})

test('a restore never replaces an existing database', async () => {
  await aBackupFile()
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  const problem = 'already contains a database: set CARILLON_DATA_DIR to a new folder, or move this one away'
  await expectRefused(['restore', file], `${dataDir} ${problem}`)
})

test('a restore never replaces a secret that differs from the one in the backup', async () => {
  await aBackupFile()
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'secret'), 'of-another-database')
  const problem = 'differs from the one in the backup: set CARILLON_DATA_DIR to a new folder, or move this one away'
  await expectRefused(['restore', file], `${join(dataDir, 'secret')} ${problem}`)
})

async function aBackupFile(given: Partial<BackupHeader> = {}): Promise<string> {
  const header: BackupHeader = {
    madeAt: '2026-03-02T12:00:00.000Z',
    version: '0.1.0',
    postgresVersion: '18.4',
    migrations: [],
    tables: [],
    secret: 'a-secret-of-the-service',
    adminToken: null,
    ...given,
  }
  const source = { header, rowsOf: () => Promise.reject(new Error('There is no table')) as never }
  await writeBackup({ source, into: createWriteStream(file) })
  return file
}
