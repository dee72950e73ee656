import { Alert, Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.js'
import { call } from '../../api/call.js'
import { QueryView } from '../../parts/state/query-view.js'
import { SignedOutPanel } from '../sign-in/signed-out-panel.js'
import { AcceptForm } from './accept-form.js'
import { linkToken } from './link-token.js'

/** One page for the three kinds of links: the service says which kind it is. */
export const setupPage = createLazyRoute('/setup')({ component: OneTimeLinkPage })
export const invitePage = createLazyRoute('/invite')({ component: OneTimeLinkPage })
export const resetPage = createLazyRoute('/reset')({ component: OneTimeLinkPage })

const TITLES = { setup: 'Set up Carillon', invite: 'Accept your invitation', reset: 'Choose a new password' } as const

function OneTimeLinkPage() {
  const token = linkToken()
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => call('post', '/links/read', { body: { token: token! } }),
    enabled: token !== null,
    retry: false,
    staleTime: Infinity,
  })
  if (token === null)
    return <DeadLink>This page needs the whole link that you were given, with what follows the #.</DeadLink>
  if (link.error instanceof ApiError && link.error.status === 404) {
    return <DeadLink>This link was used already, has expired, or was replaced by a newer one.</DeadLink>
  }
  return (
    <SignedOutPanel title={link.data === undefined ? 'Your link' : TITLES[link.data.purpose]}>
      <QueryView query={link}>{(data) => <AcceptForm token={token} link={data} />}</QueryView>
    </SignedOutPanel>
  )
}

function DeadLink({ children }: { readonly children: string }) {
  return (
    <SignedOutPanel title="This link does not work">
      <Alert color="orange">{children}</Alert>
      <Text size="sm">
        Open the link once more, or ask the person who gave it to you for a new one. Whoever runs this service gets one
        with <code>carillon users reset</code>.
      </Text>
      <Anchor component={Link} to="/sign-in" size="sm">
        Go to sign-in
      </Anchor>
    </SignedOutPanel>
  )
}
