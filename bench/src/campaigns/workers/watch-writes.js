/** Makes the database record every write and its writer from `begin` to `end`, even if a later write reverts it. */
export async function watchWrites(service) {
  await service.sql(WATCH)
  for (const table of TABLES) {
    for (const [operation, rows] of Object.entries({ insert: 'new', update: 'new', delete: 'old' })) {
      await service.sql(
        `create trigger see_${operation} after ${operation} on ${table} referencing ${rows} table as written
           for each statement execute function see_write()`,
      )
    }
  }
  return {
    begin: () => service.sql('update write_watch set is_on = true'),
    async end() {
      await service.sql('update write_watch set is_on = false')
      const writes = await service.sql('select distinct written_by, name from seen_write order by 1, 2')
      return writes.map(({ written_by: who, name }) => `${who} in ${name}`)
    },
  }
}

/** The tables to which workers write when they settle messages. */
const TABLES = [
  'message',
  'broadcast',
  'broadcast_chunk',
  'job',
  'dead_job',
  'ledger_entry',
  'credit_balance',
  'carrier_look_up',
  'frequency_use',
  'sender_pace',
  'recipient_key',
  'event',
  'consent_log',
]

const WATCH = `
  create table write_watch (is_on boolean not null);
  insert into write_watch values (false);
  create table seen_write (name text not null, written_by text not null);
  create function see_write() returns trigger language plpgsql as $$
    begin
      if (select is_on from write_watch) and exists (select from written) then
        insert into seen_write values (tg_table_name, current_setting('application_name'));
      end if;
      return null;
    end
  $$`
