import { Anchor, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { changeOf, howOf } from '../../parts/text/consent-words.js'
import { TimeText } from '../../parts/time/time-text.js'
import type { Consent, Message, Note } from './conversation.js'
import { NoteEntry } from './note-entry.js'

type Change = Consent['log'][number]

export type ThreadEntriesProps = {
  /** The newest first, as the service lists them. */
  readonly messages: readonly Message[]
  readonly changes: readonly Change[]
  readonly notes: readonly Note[]
  /** The id of the conversation. */
  readonly conversation: string
  /** Whether earlier texts are not loaded yet: changes and notes before the first text are left out then. */
  readonly hasEarlier: boolean
}

/** Texts, changes of consent and notes in the order in which they happened, the newest at the end. */
export function ThreadEntries(props: ThreadEntriesProps) {
  return (
    <Stack component="ol" gap="sm" className="plain-list" aria-label="Texts">
      {inOrder(props).map(({ id, content }) => (
        <li key={id}>{content}</li>
      ))}
    </Stack>
  )
}

type Entry = { readonly at: string; readonly id: string; readonly content: ReactNode }

function inOrder({ messages, changes, notes, conversation, hasEarlier }: ThreadEntriesProps): readonly Entry[] {
  const first = messages.at(-1)?.createdAt
  const isShown = ({ at }: Entry) => !hasEarlier || first === undefined || at >= first
  const entries: Entry[] = [
    ...messages
      .map((message) => ({ at: message.createdAt, id: message.id, content: <Bubble message={message} /> }))
      .reverse(),
    ...changes.map((change) => ({ at: change.at, id: change.id, content: <ConsentChange change={change} /> })),
    ...notes.map((note) => ({
      at: note.createdAt,
      id: note.id,
      content: <NoteEntry conversation={conversation} note={note} />,
    })),
  ]
  return entries.filter(isShown).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function Bubble({ message }: { readonly message: Message }) {
  const isOurs = message.direction === 'outbound'
  return (
    <Stack gap={2} align={isOurs ? 'flex-end' : 'flex-start'}>
      <Paper
        bg={isOurs ? 'var(--mantine-primary-color-light)' : 'var(--mantine-color-default-hover)'}
        radius="lg"
        px="md"
        py={8}
        maw="85%"
      >
        <Text size="sm" dir="auto" className="message-text">
          {message.body}
        </Text>
        {message.mediaUrl !== undefined && (
          <Anchor href={message.mediaUrl} size="sm" target="_blank" rel="noreferrer noopener">
            Open the picture or file
          </Anchor>
        )}
      </Paper>
      <Text size="xs" c="dimmed">
        {isOurs ? `${stateOf(message)} ` : 'Received '}
        <TimeText at={message.deliveredAt ?? message.sentAt ?? message.heldUntil ?? message.createdAt} format="short" />
      </Text>
    </Stack>
  )
}

function stateOf({ status, deliveredAt, heldUntil, errorMessage, errorType }: Message): string {
  if (status === 'failed') return `Failed: ${errorMessage ?? errorType ?? 'no reason is known'},`
  if (deliveredAt !== undefined) return 'Delivered'
  if (heldUntil !== undefined) return 'Held by sending hours until'
  return status === 'sent' ? 'Sent' : 'Waits to be sent since'
}

function ConsentChange({ change }: { readonly change: Change }) {
  return (
    <Text size="xs" c="dimmed" ta="center">
      {changeOf(change)} · {howOf(change)} · <TimeText at={change.at} format="short" />
    </Text>
  )
}
