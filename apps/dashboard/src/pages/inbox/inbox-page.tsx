import { Button, Grid, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLazyRoute } from '@tanstack/react-router'
import { read } from '../../api/read.js'
import { PageHeader } from '../../parts/page-header.js'
import { EmptyState } from '../../parts/state/empty-state.js'
import { QueryView } from '../../parts/state/query-view.js'
import { CursorPager } from '../../parts/table/cursor-pager.js'
import { useSimulatedPhones } from '../../shell/simulated-phones.js'
import { useAccount, useSession } from '../../shell/use-session.js'
import { ConversationList } from './conversation-list.js'
import { ConversationThread } from './conversation-thread.js'
import type { InboxSearch, InboxView } from './inbox-search.js'
import { PersonSearch } from './person-search.js'

export const inboxPage = createLazyRoute('/session/a/$account/inbox')({ component: InboxPage })

/** Beside each other on wide screens; on small ones the conversation takes the place of the list. */
function InboxPage() {
  const { conversation } = inboxPage.useSearch()
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })
  return (
    <>
      <PageHeader title="Inbox" lead="What people text to your numbers, and what you reply." />
      <Grid gap="lg">
        {(!isNarrow || conversation === undefined) && (
          <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
            <Conversations />
          </Grid.Col>
        )}
        {(!isNarrow || conversation !== undefined) && (
          <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
            {conversation === undefined ? (
              <Text c="dimmed" size="sm" ta="center" py="xl">
                Choose a conversation to read and answer it.
              </Text>
            ) : (
              <ConversationThread key={conversation} id={conversation} />
            )}
          </Grid.Col>
        )}
      </Grid>
    </>
  )
}

function Conversations() {
  const { id: account } = useAccount()
  const { user } = useSession()
  const search = inboxPage.useSearch()
  const navigate = inboxPage.useNavigate()
  const { view = 'open', phone, cursor } = search
  const conversations = useQuery({
    ...read('conversations', '/accounts/{account}/conversations', {
      path: { account },
      query: {
        ...(view !== 'unread' && { status: view === 'mine' ? 'open' : view }),
        ...(view === 'mine' && { assignee: user.id }),
        ...(view === 'unread' && { unread: 'true' as const }),
        ...(phone !== undefined && { phoneNumber: phone }),
        ...(cursor !== undefined && { cursor }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const change = (next: InboxSearch) => void navigate({ search: { ...search, cursor: undefined, ...next } })
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        aria-label="Which conversations are listed"
        value={view}
        onChange={(value) => change({ view: value as InboxView })}
        data={[
          { value: 'open', label: 'Open' },
          { value: 'mine', label: 'Mine' },
          { value: 'unread', label: 'Unread' },
          { value: 'closed', label: 'Closed' },
        ]}
      />
      <PersonSearch phone={phone} onPhone={(text) => change({ phone: text })} />
      <QueryView query={conversations}>
        {({ results, nextCursor }) =>
          results.length === 0 && cursor === undefined ? (
            <NoConversations view={view} phone={phone} />
          ) : (
            <>
              <ConversationList conversations={results} chosen={search.conversation} />
              <CursorPager
                cursor={cursor}
                nextCursor={nextCursor ?? null}
                onCursor={(next) => void navigate({ search: { ...search, cursor: next } })}
                isWaiting={conversations.isPlaceholderData}
              />
            </>
          )
        }
      </QueryView>
    </Stack>
  )
}

const TITLES: Readonly<Record<InboxView, string>> = {
  open: 'No open conversations',
  mine: 'No open conversation is yours',
  unread: 'Everything is read',
  closed: 'No closed conversations',
}

function NoConversations({ view, phone }: { readonly view: InboxView; readonly phone: string | undefined }) {
  const phones = useSimulatedPhones()
  if (phone !== undefined) {
    return (
      <EmptyState title="No conversation with this number">
        Nobody with the number {phone} has texted one of your numbers, or the conversation is under another tab.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={TITLES[view]}
      curl={{ method: 'GET', path: '/conversations' }}
      action={
        phones !== null &&
        view === 'open' && (
          <Button component="a" {...phones}>
            Write a text from a simulated phone
          </Button>
        )
      }
    >
      {view === 'mine'
        ? 'Open a conversation and choose yourself as the one who takes care of it.'
        : 'A conversation begins when somebody texts one of your numbers. A new text opens a closed conversation again.'}
    </EmptyState>
  )
}
