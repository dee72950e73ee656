import { Box, NavLink, Text } from '@mantine/core'
import { IconDeviceMobile, IconExternalLink } from '@tabler/icons-react'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { PageEntry } from '../page-entry.js'
import { useSimulatedPhones } from '../simulated-phones.js'
import { useAccountOrNull, useSession } from '../use-session.js'

/** The pages of the account, and for owners those of the service. */
export function Navigation({ onNavigate }: { readonly onNavigate: () => void }) {
  const { accountPages, systemPages } = useRouteContext({ from: '__root__' })
  const { user, accounts } = useSession()
  const account = useAccountOrNull() ?? accounts[0]
  return (
    <Box component="nav" aria-label="Pages" className="scrolling">
      {account !== undefined &&
        sectionsOf(accountPages).map(([section, pages]) => (
          <Section key={section} label={section}>
            {pages.map((page) => (
              <Entry key={page.to} page={page} account={account.id} onNavigate={onNavigate} />
            ))}
          </Section>
        ))}
      {user.isOwner && systemPages.length > 0 && (
        <Section label="This service">
          {systemPages.map((page) => (
            <Entry key={page.to} page={page} onNavigate={onNavigate} />
          ))}
        </Section>
      )}
      <SimulatedPhones />
    </Box>
  )
}

/** Only where the service plays the carrier, so that texts reach no real phone. */
function SimulatedPhones() {
  const phones = useSimulatedPhones()
  if (phones === null) return null
  return (
    <Section label="To try it out">
      <NavLink
        component="a"
        {...phones}
        label="Simulated phones"
        leftSection={<IconDeviceMobile size={18} stroke={1.75} />}
        rightSection={<IconExternalLink size={14} role="img" aria-label="opens in a new tab" />}
      />
    </Section>
  )
}

function Section({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div role="group" aria-label={label}>
      <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
        {label}
      </Text>
      {children}
    </div>
  )
}

type EntryProps = { readonly page: PageEntry; readonly account?: string; readonly onNavigate: () => void }

function Entry({ page: { to, label, icon: Icon }, account, onNavigate }: EntryProps) {
  return (
    <NavLink
      renderRoot={(props) => (
        <Link
          {...props}
          // Each page registers its own path, which the types of this folder do not know.
          to={to as '/a/$account'}
          params={{ account: account ?? '' }}
          activeOptions={{ exact: to === '/a/$account' || to === '/system', includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        />
      )}
      label={label}
      leftSection={<Icon size={18} stroke={1.75} />}
      onClick={onNavigate}
    />
  )
}

function sectionsOf(pages: readonly PageEntry[]): [string, PageEntry[]][] {
  const sections = new Map<string, PageEntry[]>()
  for (const page of pages) sections.set(page.section, [...(sections.get(page.section) ?? []), page])
  return [...sections]
}
