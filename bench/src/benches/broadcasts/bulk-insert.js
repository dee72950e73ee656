import pg from 'pg'

/**
 * Inserts the finished messages of a broadcast in one statement, into an empty table with Carillon's columns, checks
 * and indexes. Values that all messages share are bound once; the other values are prepared beforehand.
 */
export async function bulkInsert(url) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('create table finished_message (like message including all)')
  const columns = (await client.query('select * from message limit 0')).fields.map(({ name }) => name)
  return {
    async prepare(broadcast) {
      await client.query('truncate finished_message')
      const { rows } = await client.query('select * from message where broadcast_id = $1 order by id', [broadcast])
      const { text, values } = statementOf(columns, rows)
      return {
        async run() {
          const { rowCount } = await client.query(text, values)
          if (rowCount !== rows.length) throw new Error(`${rowCount} of ${rows.length} rows were added`)
          return rowCount
        },
      }
    },
    stop: () => client.end(),
  }
}

function statementOf(columns, rows) {
  const types = { sent_at: 'timestamptz', created_at: 'timestamptz', receipt_kept: 'boolean' }
  const typeOf = (column) => types[column] ?? (typeof rows[0][column] === 'number' ? 'integer' : 'text')
  const isSame = (column) => rows.every((row) => String(row[column]) === String(rows[0][column]))
  const whole = columns.filter((column) => !isSame(column))
  const same = columns.filter(isSame).filter((column) => rows[0][column] !== null)
  const values = [
    ...whole.map((column) => JSON.stringify(rows.map((row) => row[column]))),
    ...same.map((column) => rows[0][column]),
  ]
  const selected = [
    ...whole.map((column) => `${column}::${typeOf(column)}`),
    ...same.map((column, i) => `$${whole.length + i + 1}::${typeOf(column)}`),
  ]
  const read = whole.map((_, i) => `json_array_elements_text($${i + 1})`)
  const text = `
    insert into finished_message (${[...whole, ...same].join(', ')})
    select ${selected.join(', ')} from rows from (${read.join(', ')}) as read (${whole.join(', ')})`
  return { text, values }
}
