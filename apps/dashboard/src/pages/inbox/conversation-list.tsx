import { Group, NavLink, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CountBadge } from '../../parts/text/count.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'
import { nameOf, type Conversation } from './conversation.js'

export type ConversationListProps = {
  readonly conversations: readonly Conversation[]
  /** The id of the conversation that is shown. */
  readonly chosen: string | undefined
}

/** The newest first. */
export function ConversationList({ conversations, chosen }: ConversationListProps) {
  const { id: account } = useAccount()
  return (
    <Stack component="ul" gap={4} className="plain-list" aria-label="Conversations">
      {conversations.map((conversation) => (
        <li key={conversation.id}>
          <NavLink
            component={Link}
            to="/a/$account/inbox"
            params={{ account } as never}
            search={((search: object) => ({ ...search, conversation: conversation.id })) as never}
            active={conversation.id === chosen}
            aria-current={conversation.id === chosen ? 'true' : undefined}
            label={<Heading conversation={conversation} />}
            description={
              <>
                <Text component="span" size="sm" lineClamp={1} dir="auto">
                  {conversation.lastReceived.body || 'A picture or file'}
                </Text>
                {conversation.assignee !== undefined && (
                  <Text component="span" size="xs" truncate>
                    <bdi>{conversation.assignee.name}</bdi> takes care of it
                  </Text>
                )}
              </>
            }
            rightSection={<CountBadge count={conversation.unreadCount} label="unread" />}
          />
        </li>
      ))}
    </Stack>
  )
}

function Heading({ conversation }: { readonly conversation: Conversation }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text component="bdi" size="sm" fw={conversation.unreadCount > 0 ? 700 : 500} truncate>
        {nameOf(conversation)}
      </Text>
      <Text component="span" size="xs">
        <TimeText at={conversation.lastReceived.createdAt} format="short" />
      </Text>
    </Group>
  )
}
