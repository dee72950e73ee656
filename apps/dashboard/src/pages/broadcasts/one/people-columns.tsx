import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Result } from '../../../api/operation.js'
import type { Column } from '../../../parts/table/column.js'
import { formatCount } from '../../../parts/text/count.js'
import { PhoneText } from '../../../parts/text/phone-text.js'
import { StatusBadge } from '../../../parts/text/status-badge.js'
import { TimeText } from '../../../parts/time/time-text.js'
import { failureWords } from '../../../parts/text/failure-words.js'
import type { People } from '../broadcast-search.js'

export type Message = Result<'/accounts/{account}/messaging/broadcast/{broadcastId}/messages', 'get'>['results'][number]
export type Clicker = Result<
  '/accounts/{account}/messaging/broadcast/{broadcastId}/clicks/recipients',
  'get'
>['results'][number]

export function messageColumns(people: People): readonly Column<Message>[] {
  const number: Column<Message> = { key: 'to', label: 'Number', width: 160, cell: ({ to }) => <Person number={to} /> }
  const text: Column<Message> = { key: 'text', label: 'Text', cell: (message) => <TextCell message={message} /> }
  if (people === 'failed')
    return [number, { key: 'reason', label: 'Reason', cell: (message) => <Reason {...message} /> }, text]
  if (people === 'queued') return [number, text, HELD_UNTIL]
  return [
    number,
    text,
    { key: 'sent', label: 'Sent', width: 150, cell: ({ sentAt }) => <TimeText at={sentAt} format="short" /> },
    {
      key: 'delivered',
      label: 'Delivered',
      width: 150,
      cell: ({ deliveredAt }) => <TimeText at={deliveredAt} format="short" />,
    },
  ]
}

const HELD_UNTIL: Column<Message> = {
  key: 'heldUntil',
  label: 'Held until',
  width: 170,
  cell: ({ heldUntil }) => <TimeText at={heldUntil} format="short" />,
}

export const CLICK_COLUMNS: readonly Column<Clicker>[] = [
  { key: 'to', label: 'Number', cell: ({ to }) => <Person number={to ?? ERASED} /> },
  { key: 'people', label: 'Clicks', align: 'right', cell: ({ people }) => formatCount(people) },
  { key: 'bots', label: 'By bots', align: 'right', cell: ({ bots }) => formatCount(bots) },
  { key: 'first', label: 'First', cell: ({ firstClickedAt }) => <TimeText at={firstClickedAt} format="short" /> },
  { key: 'last', label: 'Last', cell: ({ lastClickedAt }) => <TimeText at={lastClickedAt} format="short" /> },
]

const ERASED = 'erased'

function Person({ number }: { readonly number: string }) {
  if (number === ERASED) return <StatusBadge tone="neutral">Erased</StatusBadge>
  return (
    <Anchor
      className="row-link"
      size="sm"
      renderRoot={(props) => (
        <Link {...props} from="/a/$account" to="/a/$account/contacts/$phone" params={{ phone: number }} />
      )}
    >
      <PhoneText number={number} />
    </Anchor>
  )
}

function TextCell({ message: { body, mediaUrl } }: { readonly message: Message }) {
  return (
    <Text span size="sm" lineClamp={2} dir="auto">
      {body === '' && mediaUrl !== undefined ? 'Only media' : body}
    </Text>
  )
}

function Reason({ errorType, errorMessage }: Message) {
  return (
    <div>
      <Text size="sm">{failureWords(errorType ?? '')}</Text>
      {errorMessage !== undefined && (
        <Text size="xs" c="dimmed">
          {errorMessage}
        </Text>
      )}
    </div>
  )
}
