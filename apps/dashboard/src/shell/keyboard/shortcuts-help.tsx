import { Group, Kbd, Modal, Stack, Table, Title } from '@mantine/core'
import { RecentCurls } from '../../parts/curl/recent-curls.js'
import { modKey } from '../../parts/text/shortcut-text.js'
import type { PageEntry } from '../page-entry.js'

type ShortcutsHelpProps = { readonly pages: readonly PageEntry[]; readonly onClose: () => void }

/** What the keys do, and what this tab has changed, as commands. */
export function ShortcutsHelp({ pages, onClose }: ShortcutsHelpProps) {
  const shortcuts = [
    { keys: [modKey(), 'K'], what: 'Find a page, contact, group, broadcast or schedule' },
    { keys: ['?'], what: 'Show this help' },
    ...pages.flatMap(({ key, label }) => (key === undefined ? [] : [{ keys: ['g', key], what: `Go to ${label}` }])),
  ]
  return (
    <Modal opened onClose={onClose} title="Keyboard and commands" size="lg">
      <Stack>
        <Table aria-label="Keyboard shortcuts" verticalSpacing={6}>
          <Table.Tbody>
            {shortcuts.map(({ keys, what }) => (
              <Table.Tr key={what}>
                <Table.Th scope="row" fw={400}>
                  {what}
                </Table.Th>
                <Table.Td>
                  <Group gap={4} justify="flex-end">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Title order={2}>What you changed in this tab, as curl</Title>
        <RecentCurls />
      </Stack>
    </Modal>
  )
}
