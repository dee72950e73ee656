import type { Migration } from './migration.js'

/** The processes of the service, and what was last done for the whole service. */
export const service: Migration = {
  id: '0026-service',
  sql: `
-- Each process updates its row every few seconds, so that half a page is left for that.
create table worker_process (
  id text collate "C" primary key,
  kind text collate "C" not null check (kind in ('server', 'worker')),
  runs_jobs boolean not null,
  host text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
) with (fillfactor = 50);

create table service_record (
  kind text collate "C" primary key check (kind in ('retention', 'deletion', 'backup')),
  at timestamptz not null,
  details json not null
);
`,
}
