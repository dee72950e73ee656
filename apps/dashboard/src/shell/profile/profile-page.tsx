import { Paper, Stack, Title } from '@mantine/core'
import { createLazyRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHeader } from '../../parts/page-header.js'
import { useSession } from '../use-session.js'
import { NameForm } from './name-form.js'
import { OwnSessions } from './own-sessions.js'
import { PasswordForm } from './password-form.js'

export const profilePage = createLazyRoute('/session/profile')({ component: ProfilePage })

function ProfilePage() {
  const { user } = useSession()
  return (
    <>
      <PageHeader title="Your profile" lead={user.email} />
      <Stack maw={720}>
        <Section title="You">
          <NameForm />
        </Section>
        <Section title="Password">
          <PasswordForm />
        </Section>
        <Section title="Where you are signed in">
          <OwnSessions />
        </Section>
      </Stack>
    </>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper component="section" withBorder radius="lg" p="lg">
      <Title order={2} mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  )
}
