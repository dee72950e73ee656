import { Anchor, Button, Grid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.js'
import { read } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { QueryView } from '../../parts/state/query-view.js'
import { PhoneText } from '../../parts/text/phone-text.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'
import { nameOf } from '../../parts/text/contact-name.js'
import type { Contact } from './form/contact-values.js'
import { ConsentPanel } from './one/consent-panel.js'
import { ContactActions } from './one/contact-actions.js'
import { GroupsPanel } from './one/groups-panel.js'
import { ProfilePanel } from './one/profile-panel.js'
import { Timeline } from './one/timeline.js'

export const contactPage = createLazyRoute('/session/a/$account/contacts/$phone')({ component: ContactPage })

function ContactPage() {
  const { id: account } = useAccount()
  const { phone } = contactPage.useParams()
  const contact = useQuery({
    ...read('contacts', '/accounts/{account}/contacts/by-phone/{phoneNumber}', {
      path: { account, phoneNumber: phone },
    }),
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
  })
  const { error } = contact
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <Unknown phone={phone} />
  return <QueryView query={contact}>{(data) => <Known contact={data} />}</QueryView>
}

function Known({ contact }: { readonly contact: Contact }) {
  const { id: account } = useAccount()
  const { cursor } = contactPage.useSearch()
  const navigate = contactPage.useNavigate()
  const { phoneNumber } = contact
  return (
    <>
      <BackToContacts account={account} />
      <PageHeader
        title={nameOf(contact) ?? phoneNumber}
        lead={
          <>
            <PhoneText number={phoneNumber} /> · added <TimeText at={contact.createdAt} />
          </>
        }
        actions={<ContactActions contact={contact} />}
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="lg" className="in-order">
            <ConsentPanel phoneNumber={phoneNumber} />
            <GroupsPanel contact={contact} />
            <ProfilePanel contact={contact} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Timeline
            phoneNumber={phoneNumber}
            cursor={cursor}
            onCursor={(next) => void navigate({ search: { cursor: next }, resetScroll: false })}
          />
        </Grid.Col>
      </Grid>
    </>
  )
}

function BackToContacts({ account }: { readonly account: string }) {
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/a/$account/contacts" params={{ account }} />}>
      All contacts
    </Anchor>
  )
}

/** Also after an erasure, when a page of the browser's history leads here. */
function Unknown({ phone }: { readonly phone: string }) {
  const { id: account } = useAccount()
  return (
    <>
      <PageHeader title="No such contact" />
      <EmptyState
        title="Nobody here has this number"
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/a/$account/contacts" params={{ account }} />}
          >
            Go to all contacts
          </Button>
        }
      >
        No contact of this account has the number <PhoneText number={phone} />. It may have been erased.
      </EmptyState>
    </>
  )
}
