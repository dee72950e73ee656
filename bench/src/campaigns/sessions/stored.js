const TABLES = `
  select table_name
    from information_schema.columns
   where table_schema = 'public' and column_name = 'account_id'
   order by table_name`

/** A hash of every row of the account, and of the audit entries about it. */
export async function storedOf(service, account) {
  const hashes = []
  for (const { table_name: table } of await service.sql(TABLES)) {
    const [{ hash }] = await service.sql(
      `select md5(string_agg(stored::text, ',' order by stored::text)) as hash from ${table} as stored where account_id = :account`,
      { account },
    )
    hashes.push(`${table} ${hash}`)
  }
  return hashes.join('\n')
}
