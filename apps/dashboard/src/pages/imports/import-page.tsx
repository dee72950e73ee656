import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import { QueryView } from '../../parts/state/query-view.js'
import { formatCount } from '../../parts/text/count.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'
import { CancelImportButton } from './cancel-import-button.js'
import { FaultsPanel } from './faults-panel.js'
import { ImportProgress } from './import-progress.js'
import { isUnfinished, STATUS_LABELS, STATUS_TONES, type OneImport } from './import-words.js'
import { MappingPanel } from './mapping-panel.js'
import { PreviewPanel } from './preview-panel.js'
import { StartPanel } from './start-panel.js'

export const importPage = createLazyRoute('/session/a/$account/imports/$import')({ component: ImportPage })

/** Live events tell of every step. If none arrive, the page asks. */
const POLL_MS = 5_000

function ImportPage() {
  const { id: account } = useAccount()
  const { import: importId } = importPage.useParams()
  const imported = useQuery({
    ...read('imports', '/accounts/{account}/imports/{importId}', { path: { account, importId } }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnfinished(data.status) ? POLL_MS : false),
  })
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/a/$account/imports" params={{ account }} />}>
        All imports
      </Anchor>
      <QueryView query={imported}>{(data) => <Found imported={data} />}</QueryView>
    </>
  )
}

function Found({ imported }: { readonly imported: OneImport }) {
  const { status, file, createdBy, createdAt } = imported
  const search = importPage.useSearch()
  const navigate = importPage.useNavigate()
  const isReady = status === 'ready'
  return (
    <>
      <PageHeader
        title={file.name}
        lead={
          <>
            {formatCount(file.rows)} {file.rows === 1 ? 'row' : 'rows'}, uploaded <TimeText at={createdAt} />
            {createdBy.name !== undefined && ` by ${createdBy.name}`}{' '}
            <StatusBadge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</StatusBadge>
          </>
        }
        actions={(isReady || isUnfinished(status)) && <CancelImportButton imported={imported} />}
      />
      <Stack gap="lg">
        {!isReady && <ImportProgress imported={imported} />}
        {isReady && <MappingPanel imported={imported} />}
        {imported.preview.length > 0 && isReady && <PreviewPanel imported={imported} />}
        <FaultsPanel
          imported={imported}
          faultClass={search.class}
          cursor={search.cursor}
          onChange={(changes) => void navigate({ search: changes, resetScroll: false })}
        />
        {isReady && <StartPanel imported={imported} />}
      </Stack>
    </>
  )
}
