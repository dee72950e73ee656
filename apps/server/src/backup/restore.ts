import { postgresOutbox } from '@carillon/fake-sms'
import {
  connect,
  loadTables,
  migrate,
  migrateTo,
  unfinishedWork,
  unknownMigrations,
  type UnfinishedWork,
} from '@carillon/postgres'
import type { Knex } from 'knex'
import { createReadStream } from 'node:fs'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js'
import { UserError } from '../settings/user-error.js'
import { clockOf } from '../terminal/clock.js'
import type { Shell } from '../terminal/shell.js'
import { sizeOfFile } from '../terminal/size-of-file.js'
import type { BackupHeader } from './backup-content.js'
import { readBackup } from './backup-stream.js'
import { openByteDisplay } from './byte-display.js'
import { readEmbeddedConfig } from './embedded-only.js'
import { formatCount, formatDuration } from './format-amounts.js'
import { InvalidBackup } from './invalid-backup.js'
import type { TakeTable } from './read-content.js'
import { requireNoOtherSecrets, requireRestorePlace, restoreInto } from './restore-place.js'

/** Writes nothing before the whole file is checked, and removes everything it wrote if it fails. */
export async function restore({ file }: { readonly file: string }, shell: Shell): Promise<void> {
  const { dataDir } = readEmbeddedConfig(shell.env, 'pg_restore')
  const started = Date.now()
  const opened: BackupFile = { file, size: await sizeOfFile(file), shell }
  try {
    await requireRestorePlace(dataDir)
    const { header, rows, sha256 } = await read(opened, 'Checking', async () => null)
    requireKnown(file, header)
    await requireNoOtherSecrets(dataDir, header)
    const build = (staging: string) => buildDatabase({ staging, header, sha256, opened })
    const built = await restoreInto({ dataDir, secrets: header, build })
    const took = formatDuration(Date.now() - started)
    shell.stdout.write(
      `${dataDir}: ${header.tables.length} tables, ${rows} rows, as of ${clockOf(header.madeAt)}, in ${took}\n`,
    )
    shell.stderr.write(warningsOf(header, built))
  } catch (error) {
    throw restoreError(error, file, shell)
  }
}

type BackupFile = { readonly file: string; readonly size: number; readonly shell: Shell }

async function read({ file, size, shell }: BackupFile, doing: string, take: TakeTable) {
  const display = openByteDisplay(shell.stderr, { bytesTotal: size, doing })
  const bytes = createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>
  try {
    const counted = display.counted(bytes[Symbol.asyncIterator]())
    return await readBackup({ file: counted, take, signal: shell.interrupted })
  } finally {
    display.end()
  }
}

function requireKnown(file: string, { version, migrations }: BackupHeader): void {
  const [unknown] = unknownMigrations(migrations.map(({ id }) => id))
  if (unknown === undefined) return
  throw new UserError(
    `${file} was made by a newer version of Carillon (${version}), with the migration ${unknown}: restore it with that version`,
  )
}

type Building = {
  readonly staging: string
  readonly header: BackupHeader
  /** The SHA-256 of the checked file. */
  readonly sha256: string
  readonly opened: BackupFile
}

type Built = { readonly unfinished: UnfinishedWork; readonly leftOut: readonly string[] }

async function buildDatabase({ staging, ...building }: Building): Promise<Built> {
  const embedded = await startEmbeddedPostgres({ dataDir: staging, settings: SETTINGS })
  try {
    const knex = await connect(embedded.url)
    try {
      return await fill(knex, building)
    } finally {
      await knex.destroy()
    }
  } finally {
    await embedded.stop()
  }
}

/** With these settings, rows are not written to the write-ahead log if their transaction has truncated the table. */
const SETTINGS = { wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off' }

/** Creates the schema of the backup's version, loads the rows, and only then migrates to the current schema. */
async function fill(knex: Knex, { header, sha256, opened }: Omit<Building, 'staging'>): Promise<Built> {
  const { tables, migrations } = header
  const leftOut: string[] = []
  await migrateTo(
    knex,
    migrations.map(({ id }) => id),
  )
  if (tables.some(({ name }) => name.startsWith('fake_sms_'))) await postgresOutbox({ knex }).open()
  await loadTables({
    knex,
    migrations,
    fill: async (load) => {
      const again = await read(opened, 'Restoring', async (table, rows) => {
        if (load.has(table)) return load.load(table, rows)
        leftOut.push(table.name)
        return null
      })
      if (again.sha256 !== sha256) throw new UserError(`${opened.file} was replaced while it was being read`)
    },
  })
  opened.shell.interrupted.throwIfAborted()
  await migrate(knex)
  return { unfinished: await unfinishedWork(knex), leftOut }
}

function restoreError(error: unknown, file: string, { interrupted }: Shell): Error {
  if (interrupted.aborted) return new UserError('Interrupted: nothing was restored', { cause: error })
  if (error instanceof UserError) return error
  const { message } = error as Error
  const text =
    error instanceof InvalidBackup ? `${file} cannot be restored: ${message}` : `Nothing was restored: ${message}`
  return new UserError(text, { cause: error })
}

function warningsOf({ madeAt, secret }: BackupHeader, { unfinished, leftOut }: Built): string {
  const lines = [
    `Warning: the database has nothing from after ${clockOf(madeAt)}: sent texts, opt-outs (STOP) and erasures are missing.`,
  ]
  if (unfinished.messages + unfinished.broadcasts + unfinished.schedules > 0) lines.push(resumptionOf(unfinished))
  if (secret === null)
    lines.push('The backup does not contain the service secret: start the server with the same CARILLON_SECRET.')
  if (leftOut.length > 0) lines.push(`Tables that do not belong to Carillon were not restored: ${leftOut.join(', ')}.`)
  return `${lines.join('\n')}\n`
}

function resumptionOf({ messages, broadcasts, recipients, schedules }: UnfinishedWork): string {
  const work = [
    formatCount(messages, 'queued message'),
    `${formatCount(broadcasts, 'running broadcast')} with ${formatCount(recipients, 'recipient')} left`,
    formatCount(schedules, 'active schedule'),
  ]
  return (
    `When a server starts, it continues with ${work.join(', ')}, some of which may have been sent since the backup. ` +
    'With carillon start --workers 0 nothing is sent, so you can inspect, cancel and pause this work first.'
  )
}
