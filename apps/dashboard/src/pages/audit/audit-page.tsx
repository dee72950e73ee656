import { Select, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import { AuditTable } from '../../parts/audit-table.js'
import { PageHeader } from '../../parts/page-header.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { actionsAbout, AUDIT_SUBJECTS } from './audit-subjects.js'
import { DownloadAudit } from './download-audit.js'

export const auditPage = createLazyRoute('/session/a/$account/audit')({ component: AuditPage })

function AuditPage() {
  const { id: account } = useAccount()
  const reason = useRole().reasonAgainst('admin')
  return (
    <>
      <PageHeader
        title="Audit"
        lead="Who changed what in this account, when, and from where. Entries are never changed. They have no texts or secrets, and phone numbers are masked."
        actions={reason === undefined && <DownloadAudit account={account} />}
      />
      {reason === undefined ? <Entries /> : <Text size="sm">{reason}</Text>}
    </>
  )
}

function Entries() {
  const { id: account } = useAccount()
  const { action, cursor } = auditPage.useSearch()
  const navigate = auditPage.useNavigate()
  const entries = useQuery({
    ...read('audit', '/accounts/{account}/audit', {
      path: { account },
      query: { ...(action !== undefined && { action }), ...(cursor !== undefined && { cursor }) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Select
        aria-label="Changes of"
        data={CHOICES}
        value={action ?? EVERYTHING}
        onChange={(chosen) =>
          void navigate({ search: chosen === null || chosen === EVERYTHING ? {} : { action: chosen } })
        }
        allowDeselect={false}
        searchable
        mb="sm"
        maw={320}
      />
      <AuditTable
        query={entries}
        cursor={cursor}
        onCursor={(next) =>
          void navigate({ search: { ...(action && { action }), ...(next !== undefined && { cursor: next }) } })
        }
      />
    </>
  )
}

const EVERYTHING = 'everything'

const CHOICES = [
  { value: EVERYTHING, label: 'Everything' },
  ...AUDIT_SUBJECTS.map(([subject, label]) => ({ value: actionsAbout(subject), label })),
]
