import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useLive } from '../../api/live/use-live.js'
import { ZoneProvider } from '../../parts/time/zone.js'
import { Keyboard } from '../keyboard/keyboard.js'
import { useAccountOrNull } from '../use-session.js'
import { useZoneChoice } from '../zone/use-zone-choice.js'
import { ZoneMenu } from '../zone/zone-menu.js'
import { AccountSwitcher } from './account-switcher.js'
import { ConnectionNotice } from './connection-notice.js'
import { Navigation } from './navigation.js'
import { SkipLink } from './skip-link.js'
import { UserMenu } from './user-menu.js'

/** What surrounds every page of a signed-in person: the account, the navigation, and their own menu. */
export function Frame() {
  const [isOpen, { toggle, close }] = useDisclosure()
  const { zone } = useZoneChoice()
  const isLive = useLive(useAccountOrNull()?.id)
  return (
    <ZoneProvider zone={zone}>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'md', sm: 'xl' }}
        transitionDuration={0}
        className="frame"
      >
        <SkipLink />
        <AppShell.Header>
          <Group h="100%" px="md" wrap="nowrap" justify="space-between" gap="xs">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <Burger
                opened={isOpen}
                onClick={toggle}
                hiddenFrom="md"
                size="sm"
                aria-expanded={isOpen}
                aria-label="Navigation"
              />
              <AccountSwitcher />
            </Group>
            <Group gap="xs" wrap="nowrap">
              <ZoneMenu />
              <UserMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm">
          <Navigation onNavigate={close} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <ConnectionNotice isLive={isLive} />
          <Outlet />
        </AppShell.Main>
      </AppShell>
      <Keyboard />
    </ZoneProvider>
  )
}
