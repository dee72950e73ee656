export { PostgresInboundParts, type PostgresInboundPartsOptions } from './carriers/inbound-parts.js'
export { PostgresSmscLinks, type PostgresSmscLinksOptions } from './carriers/smsc-links.js'
export { PostgresTestTexts, type PostgresTestTextsOptions } from './carriers/test-texts.js'
export { ClusterNodes, type NodeStatus } from './placements/cluster-nodes.js'
export { clusterOf, type Cluster } from './schema/distribution/cluster.js'
export {
  distribute,
  tablesToDistribute,
  type DistributionOptions,
  type TableToDistribute,
} from './schema/distribution/distribute.js'
export { connect, type ConnectOptions } from './connection/connect.js'
export {
  dumpTables,
  type AppliedMigration,
  type CopiedTable,
  type Dump,
  type DumpedTable,
} from './schema/dump-tables.js'
export { PostgresRequestActivity, type PostgresRequestActivityOptions } from './requests/request-activity.js'
export { isOutage } from './connection/is-outage.js'
export { loadTables, type Load } from './schema/load-tables.js'
export type { Migration } from './schema/migrations/migration.js'
export { migrate, migrateTo, pendingMigrations, unknownMigrations } from './schema/migrations.js'
export { startupProblems } from './schema/startup-problems.js'
export { onPostgres, type OnPostgresOptions, type PostgresAdapters } from './on-postgres.js'
export { postgresModule } from './postgres-module.js'
export type { InSchema } from './connection/schema-name.js'
export { keepSecretFingerprint } from './schema/secret-fingerprint.js'
export { unfinishedWork, type UnfinishedWork } from './jobs/unfinished-work.js'
