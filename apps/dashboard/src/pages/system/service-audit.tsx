import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import { AuditTable } from '../../parts/audit-table.js'

export type ServiceAuditProps = {
  readonly cursor: string | undefined
  readonly onCursor: (cursor: string | undefined) => void
}

/** The changes of all accounts, and those of the service itself. */
export function ServiceAudit({ cursor, onCursor }: ServiceAuditProps) {
  const entries = useQuery({
    ...read('audit', '/audit', { query: { limit: 20, ...(cursor !== undefined && { cursor }) } }),
    placeholderData: keepPreviousData,
  })
  return <AuditTable query={entries} cursor={cursor} onCursor={onCursor} />
}
