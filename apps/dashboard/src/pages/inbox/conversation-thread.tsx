import { Anchor, Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { QueryView } from '../../parts/state/query-view.js'
import { PhoneText } from '../../parts/text/phone-text.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { AssigneeSelect } from './assignee-select.js'
import { nameOf, type Conversation } from './conversation.js'
import { NoteForm } from './note-form.js'
import { ReplyForm, type ReplyFormProps } from './reply-form.js'
import { ThreadEntries } from './thread-entries.js'

/** The texts with one person, the changes of their consent among them, and the reply. */
export function ConversationThread({ id }: { readonly id: string }) {
  const { id: account } = useAccount()
  const path = { account, conversationId: id }
  const conversation = useQuery(read('conversations', '/accounts/{account}/conversations/{conversationId}', { path }))
  return (
    <QueryView query={conversation}>
      {(found) => (
        <Stack gap="md" className="in-order" component="section" aria-label={`Conversation with ${nameOf(found)}`}>
          <ThreadHeading conversation={found} />
          <Thread conversation={found} />
        </Stack>
      )}
    </QueryView>
  )
}

function ThreadHeading({ conversation }: { readonly conversation: Conversation }) {
  const { id: account } = useAccount()
  const { reasonAgainst } = useRole()
  const queryClient = useQueryClient()
  const { id, status, phoneNumber, number } = conversation
  const change = useMutation({
    mutationFn: (next: 'open' | 'closed') =>
      call('patch', '/accounts/{account}/conversations/{conversationId}', {
        path: { account, conversationId: id },
        body: { status: next },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('conversations', account) }),
  })
  return (
    <div>
      <Anchor
        component={Link}
        to="/a/$account/inbox"
        params={{ account } as never}
        search={(({ conversation: _, ...search }: Record<string, unknown>) => search) as never}
        size="sm"
        hiddenFrom="md"
      >
        All conversations
      </Anchor>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h3">
            <bdi>{nameOf(conversation)}</bdi>
          </Title>
          <Text size="sm" c="dimmed">
            <PhoneText number={phoneNumber} /> with your number <PhoneText number={number} />
          </Text>
        </div>
        <Group gap="xs" align="flex-start">
          <AssigneeSelect conversation={conversation} />
          <ReasonedButton
            variant="default"
            size="sm"
            reason={reasonAgainst('editor')}
            loading={change.isPending}
            onClick={() => change.mutate(status === 'open' ? 'closed' : 'open')}
          >
            {status === 'open' ? 'Close conversation' : 'Open again'}
          </ReasonedButton>
        </Group>
      </Group>
      {change.error && <ErrorMessage title="The conversation was not changed" error={change.error} />}
    </div>
  )
}

function Thread({ conversation }: { readonly conversation: Conversation }) {
  const { id: account } = useAccount()
  const { phoneNumber } = conversation
  const texts = useInfiniteQuery({
    queryKey: [...keyOf('conversations', account), 'thread', conversation.id],
    queryFn: ({ pageParam, signal }) =>
      call('get', '/accounts/{account}/conversations/{conversationId}/messages', {
        path: { account, conversationId: conversation.id },
        query: { limit: 50, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const consent = useQuery(
    read('consent', '/accounts/{account}/contacts/by-phone/{phoneNumber}/consent', { path: { account, phoneNumber } }),
  )
  const notes = useQuery(
    read('conversations', '/accounts/{account}/conversations/{conversationId}/notes', {
      path: { account, conversationId: conversation.id },
    }),
  )
  useMarkAsRead(conversation)
  // Entries that came later between the texts would move them.
  const isComplete = !consent.isPending && !notes.isPending
  return (
    <>
      <Paper withBorder radius="lg" p="md">
        <QueryView query={{ ...texts, data: isComplete ? texts.data : undefined }}>
          {({ pages }) => (
            <Stack gap="sm">
              {texts.hasNextPage && (
                <Button
                  variant="subtle"
                  size="sm"
                  loading={texts.isFetchingNextPage}
                  onClick={() => void texts.fetchNextPage()}
                >
                  Show earlier texts
                </Button>
              )}
              <ThreadEntries
                messages={pages.flatMap(({ results }) => results)}
                changes={consent.data?.log ?? []}
                notes={notes.data?.results ?? []}
                conversation={conversation.id}
                hasEarlier={texts.hasNextPage}
              />
            </Stack>
          )}
        </QueryView>
      </Paper>
      {notes.error && <ErrorMessage title="The notes could not be read" error={notes.error} />}
      <QueryView query={consent}>{(known) => <Answer conversation={conversation} consent={known} />}</QueryView>
    </>
  )
}

/** A reply to the person, or a note for colleagues. */
function Answer({ conversation, consent }: ReplyFormProps) {
  const { can } = useRole()
  const [kind, setKind] = useState('reply')
  return (
    <Stack gap="sm">
      {can('editor') && (
        <SegmentedControl
          w="fit-content"
          aria-label="What you write"
          value={kind}
          onChange={setKind}
          data={[
            { value: 'reply', label: 'Reply' },
            { value: 'note', label: 'Note for colleagues' },
          ]}
        />
      )}
      {kind === 'reply' ? (
        <ReplyForm conversation={conversation} consent={consent} />
      ) : (
        <NoteForm conversation={conversation.id} />
      )}
    </Stack>
  )
}

/** Reading is what marks texts as read. A viewer changes nothing. */
function useMarkAsRead({ id, unreadCount, lastReceived }: Conversation) {
  const { id: account } = useAccount()
  const { can } = useRole()
  const queryClient = useQueryClient()
  const isUnread = unreadCount > 0 && can('editor')
  const readUntil = lastReceived.id
  const { mutate } = useMutation({
    mutationFn: () =>
      call('patch', '/accounts/{account}/conversations/{conversationId}', {
        path: { account, conversationId: id },
        body: { readUntil },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf('conversations', account) }),
  })
  useEffect(() => {
    if (isUnread) mutate()
  }, [isUnread, readUntil, mutate])
}
