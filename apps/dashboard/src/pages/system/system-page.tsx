import { Alert, List, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import type { components } from '../../api/schema.js'
import { Facts } from '../../parts/facts.js'
import { PageHeader } from '../../parts/page-header.js'
import { Panel } from '../../parts/panel.js'
import { QueryView } from '../../parts/state/query-view.js'
import { formatCount } from '../../parts/text/count.js'
import { Carriers } from './carriers.js'
import { DatabaseFacts } from './database-facts.js'
import { DeadJobs } from './jobs/dead-jobs.js'
import { LastTimes } from './last-times.js'
import { Processes } from './processes.js'
import { NewAccount } from './new-account.js'
import { ServiceAccounts } from './service-accounts.js'
import { ServiceAudit } from './service-audit.js'
import type { SystemSearch } from './system-search.js'
import { InviteServiceUser } from './users/invite-service-user.js'
import { ServiceUsers } from './users/service-users.js'

type Health = components['schemas']['ServiceHealth']

export const systemPage = createLazyRoute('/session/system/')({ component: SystemPage })

function SystemPage() {
  const search = systemPage.useSearch()
  const navigate = systemPage.useNavigate()
  const moveTo = (list: keyof SystemSearch) => (cursor: string | undefined) =>
    void navigate({
      search: ({ [list]: _, ...rest }: SystemSearch) => (cursor === undefined ? rest : { ...rest, [list]: cursor }),
      resetScroll: false,
    })
  return (
    <>
      <PageHeader title="System" lead="The whole service: its accounts, people, processes and carriers." />
      <Stack gap="xl" className="in-order">
        <Health />
        <Panel title="Accounts" action={<NewAccount />}>
          <ServiceAccounts cursor={search.accounts} onCursor={moveTo('accounts')} />
        </Panel>
        <Panel title="Users of the service" action={<InviteServiceUser />}>
          <ServiceUsers cursor={search.users} onCursor={moveTo('users')} />
        </Panel>
        <Panel title="Processes">
          <Processes />
        </Panel>
        <Panel title="Jobs that failed for good">
          <DeadJobs cursor={search.jobs} onCursor={moveTo('jobs')} />
        </Panel>
        <Panel title="Carriers">
          <Carriers />
        </Panel>
        <Panel title="Audit of the service">
          <ServiceAudit cursor={search.audit} onCursor={moveTo('audit')} />
        </Panel>
      </Stack>
    </>
  )
}

function Health() {
  const health = useQuery(read('system', '/system/health', {}))
  return (
    <QueryView query={health}>
      {(found) => (
        <Stack>
          <Warnings warnings={found.warnings} />
          <SimpleGrid cols={{ base: 1, md: 2, lg: 3 }}>
            <Panel title="Now">
              <Facts
                facts={[
                  ['Processes that run', formatCount(found.processes.running)],
                  ['of which run jobs', formatCount(found.processes.runningJobs)],
                  ['Accounts', formatCount(found.counts.accounts)],
                  ['Jobs that failed for good', formatCount(found.counts.deadJobs)],
                  ['Webhooks that are disabled', formatCount(found.counts.disabledWebhooks)],
                  ['Carriers that are down', found.carriers.down.join(', ') || 'none'],
                ]}
              />
            </Panel>
            <Panel title="Last time">
              <LastTimes last={found.last} />
            </Panel>
            <Panel title="Database">
              <DatabaseFacts database={found.database} oldest={found.oldest} />
            </Panel>
          </SimpleGrid>
        </Stack>
      )}
    </QueryView>
  )
}

function Warnings({ warnings }: Pick<Health, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <Alert color="orange" title="This needs attention">
      <List size="sm">
        {warnings.map((warning) => (
          <List.Item key={warning}>{WARNINGS[warning]}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

const WARNINGS: Readonly<Record<Health['warnings'][number], string>> = {
  'no-jobs-run': 'No process runs jobs, so broadcasts and schedules wait. Start a server or a worker.',
  'processes-missing': 'A process has stopped reporting. Look at its log.',
  'versions-differ': 'Processes of different versions run. End the rollout soon.',
  'jobs-waiting': 'Jobs wait longer than usual. Start another worker, or look at the carriers.',
  'dead-jobs': 'Jobs have failed for good. They are listed below, and can be tried again or discarded.',
  'webhooks-disabled': 'Webhooks are disabled, because their deliveries failed for days.',
  'retention-late': 'Expired data has not been deleted for a day.',
  'backup-old': 'The last backup is old, or there is none: run carillon backup.',
  'carriers-down': 'A carrier gets no texts for now, because its requests failed.',
}
