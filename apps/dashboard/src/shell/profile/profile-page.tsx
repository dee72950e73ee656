import { Stack } from '@mantine/core'
import { createLazyRoute } from '@tanstack/react-router'
import { PageHeader } from '../../parts/page-header.js'
import { Panel } from '../../parts/panel.js'
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
        <Panel title="You">
          <NameForm />
        </Panel>
        <Panel title="Password">
          <PasswordForm />
        </Panel>
        <Panel title="Where you are signed in">
          <OwnSessions />
        </Panel>
      </Stack>
    </>
  )
}
