import { Anchor, Stack, Text, Title } from '@mantine/core'
import { createLazyRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { servicePathOf } from '../../api/base-path.js'
import { RecentCurls } from '../../parts/curl/recent-curls.js'
import { PageHeader } from '../../parts/page-header.js'
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
            <Section id="keys" title="API keys">
              <ApiKeys />
            </Section>
            <Section id="requests" title="Requests of the last seven days">
              <RequestLog />
            </Section>
          </>
        ) : (
          <Text size="sm">{reason}</Text>
        )}
        <Section id="curls" title="What you just did, as curl">
          <RecentCurls />
        </Section>
      </Stack>
    </>
  )
}

type SectionProps = { readonly id: string; readonly title: string; readonly children: ReactNode }

function Section({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}
