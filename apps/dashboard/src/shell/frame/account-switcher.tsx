import { Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAccountOrNull, useSession } from '../use-session.js'

/** The name of the account; a menu if the person has several. */
export function AccountSwitcher() {
  const { accounts } = useSession()
  const account = useAccountOrNull()
  const name = account?.name ?? 'Carillon'
  if (accounts.length < 2 && account !== null) {
    return (
      <Text fw={650} truncate>
        {name}
      </Text>
    )
  }
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronDown size={16} />} className="account-button">
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} className="scrolling">
        <Menu.Label>Accounts</Menu.Label>
        {accounts.map(({ id, name: label }) => (
          <Menu.Item
            key={id}
            component={Link}
            to={`/a/${id}`}
            leftSection={id === account?.id ? <IconCheck size={16} aria-label="Current account" /> : <span />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
