import { Anchor, Badge, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconStarFilled } from '@tabler/icons-react'
import type { Result } from '../../api/operation.js'
import type { Column } from '../../parts/table/column.js'
import { PhoneText } from '../../parts/text/phone-text.js'
import { TimeText } from '../../parts/time/time-text.js'
import { ConsentBadge } from './contact-consent.js'
import { nameOf } from '../../parts/text/contact-name.js'

export type FoundContact = Result<'/accounts/{account}/contacts/search', 'get'>['results'][number]

export function contactColumns(
  order: 'oldest' | undefined,
  onOrder: (order: 'oldest' | undefined) => void,
): readonly Column<FoundContact>[] {
  return [
    { key: 'name', label: 'Name', cell: (contact) => <NameCell contact={contact} /> },
    { key: 'phone', label: 'Number', cell: ({ phoneNumber }) => <PhoneText number={phoneNumber} />, width: 150 },
    { key: 'consent', label: 'Consent', cell: ({ consent }) => <ConsentBadge state={consent} />, width: 150 },
    { key: 'groups', label: 'Groups', cell: ({ groups }) => <GroupNames names={groups.map(({ name }) => name)} /> },
    {
      key: 'created',
      label: 'Added',
      width: 190,
      cell: ({ createdAt }) => <TimeText at={createdAt} />,
      sort: {
        direction: order === 'oldest' ? 'ascending' : 'descending',
        onSort: () => onOrder(order === 'oldest' ? undefined : 'oldest'),
      },
    },
  ]
}

function NameCell({ contact }: { readonly contact: FoundContact }) {
  const { phoneNumber, email, isFavorite } = contact
  return (
    <div>
      <Group gap={6} wrap="nowrap">
        <Anchor
          className="row-link"
          size="sm"
          fw={550}
          c="inherit"
          lineClamp={1}
          renderRoot={(props) => (
            <Link {...props} from="/a/$account" to="/a/$account/contacts/$phone" params={{ phone: phoneNumber }} />
          )}
        >
          <bdi>{nameOf(contact) ?? 'No name'}</bdi>
        </Anchor>
        {isFavorite && <IconStarFilled size={12} aria-label="Favorite" role="img" />}
      </Group>
      {email !== undefined && (
        <Text size="xs" c="dimmed" lineClamp={1}>
          {email}
        </Text>
      )}
    </div>
  )
}

const SHOWN_MAX = 3

function GroupNames({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0)
    return (
      <Text span c="dimmed" aria-label="none">
        –
      </Text>
    )
  return (
    <Group gap={4}>
      {names.slice(0, SHOWN_MAX).map((name) => (
        <Badge key={name} variant="light" color="gray" tt="none" fw={500} radius="sm" maw={160}>
          {name}
        </Badge>
      ))}
      {names.length > SHOWN_MAX && (
        <Text span size="xs" c="dimmed">
          and {names.length - SHOWN_MAX} more
        </Text>
      )}
    </Group>
  )
}
