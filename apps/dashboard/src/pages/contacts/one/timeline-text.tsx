import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { IconPointer } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Result } from '../../../api/operation.js'
import { formatCount } from '../../../parts/text/count.js'
import { PhoneText } from '../../../parts/text/phone-text.js'
import { StatusBadge, type Tone } from '../../../parts/text/status-badge.js'
import { TimeText } from '../../../parts/time/time-text.js'

type Entry = Result<'/accounts/{account}/contacts/by-phone/{phoneNumber}/timeline', 'get'>['results'][number]
export type TextEntry = Extract<Entry, { kind: 'text' }>

/** A text to the person stands at the right, and one from the person at the left, as on a phone. */
export function TimelineText({ entry: { at, message, purpose, clicks } }: { readonly entry: TextEntry }) {
  const isReceived = message.direction === 'inbound'
  const ours = isReceived ? message.to : message.from
  const state = stateOf(message)
  return (
    <Stack gap={4} align={isReceived ? 'flex-start' : 'flex-end'}>
      <Paper
        bg={isReceived ? 'var(--mantine-color-default-hover)' : 'var(--mantine-primary-color-light)'}
        radius="lg"
        px="md"
        py="xs"
        maw="min(100%, 32rem)"
      >
        {message.body !== '' && (
          <Text size="sm" className="message-text" dir="auto">
            {message.body}
          </Text>
        )}
        {message.mediaUrl !== undefined && (
          <Anchor href={message.mediaUrl} target="_blank" rel="noreferrer" size="sm" className="breaking">
            Media
          </Anchor>
        )}
      </Paper>
      <Group gap="xs" justify={isReceived ? 'flex-start' : 'flex-end'}>
        <Text size="xs" c="dimmed">
          {isReceived ? 'Received' : PURPOSES[purpose]} <TimeText at={at} />
          {ours !== undefined && (
            <>
              {isReceived ? ' on ' : ' from '}
              <PhoneText number={ours} />
            </>
          )}
        </Text>
        {!isReceived && <StatusBadge tone={state.tone}>{state.label}</StatusBadge>}
      </Group>
      {message.heldUntil !== undefined && (
        <Text size="xs">
          Held by sending hours until <TimeText at={message.heldUntil} />
        </Text>
      )}
      {message.errorMessage !== undefined && (
        <Text size="xs" c="var(--bad)" className="breaking">
          {message.errorMessage}
        </Text>
      )}
      {clicks
        .filter(({ people, bots }) => people + bots > 0)
        .map((click) => (
          <Clicks key={click.link} click={click} />
        ))}
    </Stack>
  )
}

function Clicks({ click: { link, people, bots, firstClickedAt } }: { readonly click: TextEntry['clicks'][number] }) {
  return (
    <Group gap={6} wrap="nowrap">
      <IconPointer size={14} aria-hidden />
      <Text size="xs" className="breaking">
        {people > 0 ? `Clicked ${people === 1 ? 'once' : `${formatCount(people)} times`}: ` : 'Only opened by bots: '}
        <Anchor
          size="xs"
          renderRoot={(props) => <Link {...props} from="/a/$account" to="/a/$account/links/$link" params={{ link }} />}
        >
          {link}
        </Anchor>
        {firstClickedAt !== undefined && (
          <>
            {', first '}
            <TimeText at={firstClickedAt} />
          </>
        )}
        {people > 0 && bots > 0 && ` (and ${formatCount(bots)} by bots)`}
      </Text>
    </Group>
  )
}

const PURPOSES: Readonly<Record<TextEntry['purpose'], string>> = {
  message: 'Sent',
  'opt-in': 'Welcome text sent',
  confirmation: 'Question whether to join sent',
  answer: 'Automatic reply sent',
  code: 'Code sent',
}

function stateOf({ status, deliveredAt }: TextEntry['message']): { readonly tone: Tone; readonly label: string } {
  if (status === 'failed') return { tone: 'bad', label: 'Failed' }
  if (status === 'queued') return { tone: 'active', label: 'Queued' }
  return deliveredAt === undefined ? { tone: 'neutral', label: 'Sent' } : { tone: 'good', label: 'Delivered' }
}
