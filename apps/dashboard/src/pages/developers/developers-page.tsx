import { Anchor, Stack, Text } from '@mantine/core'
import { createLazyRoute } from '@tanstack/react-router'
import { servicePathOf } from '../../api/base-path.js'
import { RecentCurls } from '../../parts/curl/recent-curls.js'
import { PageHeader } from '../../parts/page-header.js'
import { Panel } from '../../parts/panel.js'
import { useRole } from '../../shell/use-role.js'
import { ApiKeys } from './api-keys.js'
import { RequestLog } from './request-log.js'

export const developersPage = createLazyRoute('/session/a/$account/developers')({ component: DevelopersPage })

function DevelopersPage() {
  const { reasonAgainst } = useRole()
  const reason = reasonAgainst('admin')
  return (
    <>
      <PageHeader
        title="Developers"
        lead={
          <>
            Keys for programs that use the API.{' '}
            <Anchor href={`${servicePathOf()}/docs`} underline="always">
              Read the API reference
            </Anchor>
          </>
        }
      />
      <Stack gap="xl" className="in-order">
        {reason === undefined ? (
          <>
            <Panel title="API keys">
              <ApiKeys />
            </Panel>
            <Panel title="Requests of the last seven days">
              <RequestLog />
            </Panel>
          </>
        ) : (
          <Text size="sm">{reason}</Text>
        )}
        <Panel title="What you just did, as curl">
          <RecentCurls />
        </Panel>
      </Stack>
    </>
  )
}
