import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { CurlButton } from '../curl/curl-button.js'
import type { CurlRequest } from '../curl/curl-of.js'

export type EmptyStateProps = {
  /** What there is none of, for example "No groups yet". */
  readonly title: string
  /** What it is good for, in one or two sentences. */
  readonly children: ReactNode
  /** The one thing to do now. */
  readonly action?: ReactNode
  /** The same by the API. */
  readonly curl?: CurlRequest
}

/** Stands where a list would be, and teaches how to begin it. */
export function EmptyState({ title, children, action, curl }: EmptyStateProps) {
  return (
    <Paper withBorder radius="lg" p="xl" className="empty-state">
      <Stack gap="sm" align="center" ta="center" maw={440} mx="auto">
        <Title order={2}>{title}</Title>
        <Text c="dimmed" size="sm">
          {children}
        </Text>
        {action}
        {curl !== undefined && <CurlButton request={curl} label="Do this by the API" />}
      </Stack>
    </Paper>
  )
}
