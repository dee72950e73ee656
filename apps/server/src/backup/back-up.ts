import type { ServiceRecord } from '@carillon/core'
import { secretFingerprintOf, systemClock } from '@carillon/node'
import { dumpTables, onPostgres, type CopiedTable, type Dump } from '@carillon/postgres'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openDatabase, type Database } from '../composition/database.js'
import { findKeptSecret, secretFileOf } from '../secrets/kept-secret.js'
import { UserError } from '../settings/user-error.js'
import type { Shell } from '../terminal/shell.js'
import type { BackupHeader } from './backup-content.js'
import { writeBackup } from './backup-stream.js'
import { openByteDisplay } from './byte-display.js'
import { readEmbeddedConfig } from './embedded-only.js'
import { formatSize, formatDuration } from './format-amounts.js'
import { writeWholeFile, type WholeFile } from './write-whole-file.js'

/** Works with or without a running server. Without one, starts the embedded database for the duration of the backup. */
export async function backUp(whole: WholeFile, shell: Shell): Promise<void> {
  const config = readEmbeddedConfig(shell.env, 'pg_dump or continuous archiving')
  await requireDatabase(config.dataDir)
  const started = Date.now()
  try {
    const { done, size } = await backUpDatabase(whole, config, shell)
    const took = formatDuration(Date.now() - started)
    shell.stdout.write(`${whole.file}: ${done.tables} tables, ${done.rows} rows, ${formatSize(size)}, in ${took}\n`)
    if (!done.hasSecret) shell.stderr.write(`${secretMissing(config.dataDir)}\n`)
  } catch (error) {
    if (shell.interrupted.aborted) throw new UserError('Interrupted: no backup was written', { cause: error })
    if (error instanceof UserError) throw error
    throw new UserError(`No backup was written: ${(error as Error).message}`, { cause: error })
  }
}

/** The database stays open until the file is whole, so that the owners of the service can be told about it. */
async function backUpDatabase(whole: WholeFile, config: ReturnType<typeof readEmbeddedConfig>, shell: Shell) {
  let database: Database | null = null
  try {
    const done = await writeWholeFile(whole, async (into) => {
      database = await openDatabase(config, { debug: () => {}, warn: () => {} })
      return dumpTables(database.knex, (dump) => write({ dump, dataDir: config.dataDir, into, shell }))
    })
    const { size } = await stat(whole.file)
    await recordBackup(database!, { bytes: size, tables: done.tables, rows: done.rows }, shell)
    return { done, size }
  } finally {
    await (database as Database | null)?.close()
  }
}

async function recordBackup({ knex }: Database, details: ServiceRecord['details'], { stderr }: Shell) {
  const { unitOfWork, close } = onPostgres({ knex, clock: systemClock })
  await unitOfWork
    .run(({ service }) => service.putRecord({ kind: 'backup', at: systemClock.now(), details }))
    .catch((error: Error) => stderr.write(`Warning: the dashboard does not show this backup: ${error.message}\n`))
    .finally(close)
}

/** Throws if there is no database, before anything creates the data folder. */
async function requireDatabase(dataDir: string): Promise<void> {
  await stat(join(dataDir, 'postgres', 'PG_VERSION')).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
    const reason = isMissing
      ? 'it does not exist. Set CARILLON_DATA_DIR to the data folder of the server'
      : error.message
    throw new UserError(`The database in ${dataDir} cannot be backed up: ${reason}`, { cause: error })
  })
}

type Writing = {
  readonly dump: Dump
  readonly dataDir: string
  readonly into: NodeJS.WritableStream
  readonly shell: Shell
}

type Written = { readonly tables: number; readonly rows: number; readonly hasSecret: boolean }

async function write({ dump, dataDir, into, shell }: Writing): Promise<Written> {
  const header = await headerOf(dump, dataDir)
  const bytesTotal = dump.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const display = openByteDisplay(shell.stderr, { bytesTotal, doing: 'Backing up' })
  let [rows, bytesBefore] = [0, 0]
  async function* rowsOf(table: CopiedTable): AsyncGenerator<Buffer, number> {
    const counted = display.counted(dump.rowsOf(table), bytesBefore)
    const count = yield* counted
    bytesBefore += dump.tables.find(({ name }) => name === table.name)!.bytes
    rows += count
    return count
  }
  try {
    await writeBackup({ source: { header, rowsOf }, into, signal: shell.interrupted })
  } finally {
    display.end()
  }
  return { tables: header.tables.length, rows, hasSecret: dump.secretFingerprint === null || header.secret !== null }
}

async function headerOf(dump: Dump, dataDir: string): Promise<BackupHeader> {
  return {
    madeAt: new Date().toISOString(),
    version: (createRequire(import.meta.url)('../../package.json') as { version: string }).version,
    postgresVersion: dump.postgresVersion,
    migrations: dump.migrations,
    tables: dump.tables.map(({ name, columns }) => ({ name, columns })),
    secret: await secretOf(dump, dataDir),
    adminToken: await findKeptSecret({ dataDir, name: 'admin-token' }),
  }
}

/** A secret in the folder may be older than CARILLON_SECRET. If it is no longer in use, the backup omits it. */
async function secretOf({ secretFingerprint }: Dump, dataDir: string): Promise<string | null> {
  const secret = await findKeptSecret({ dataDir, name: 'secret' })
  return secret !== null && (secretFingerprint === null || secretFingerprintOf(secret) === secretFingerprint)
    ? secret
    : null
}

function secretMissing(dataDir: string): string {
  const place = secretFileOf({ dataDir, name: 'secret' })
  return (
    `Warning: the backup does not contain the service secret, because it is not in ${place}: keep CARILLON_SECRET with the backup; ` +
    'without it, API keys, webhook secrets, the consent log and tracking links are lost'
  )
}
