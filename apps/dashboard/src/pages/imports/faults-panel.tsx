import { Button, Chip, Group, Menu, Stack, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { API_PATH, urlOf } from '../../api/call.js'
import { read } from '../../api/read.js'
import { Panel } from '../../parts/panel.js'
import { QueryView } from '../../parts/state/query-view.js'
import { CursorPager } from '../../parts/table/cursor-pager.js'
import { formatCount } from '../../parts/text/count.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { faultLabel, faultText, type OneImport } from './import-words.js'

type Search = { readonly class?: string; readonly cursor?: string }

export type FaultsPanelProps = {
  readonly imported: OneImport
  readonly faultClass: string | undefined
  readonly cursor: string | undefined
  readonly onChange: (search: Search) => void
}

const FIELDS = '/accounts/{account}/contacts/custom-fields/schema'

/** The rejected rows, one class of fault at a time. Rows are counted as a spreadsheet does: the first one is row 2. */
export function FaultsPanel({ imported, faultClass, cursor, onChange }: FaultsPanelProps) {
  const { id: account } = useAccount()
  const { id, faults, progress, status } = imported
  const fields = useQuery(read('fields', FIELDS, { path: { account } })).data?.fields ?? []
  const { reasonAgainst } = useRole()
  if (faults.length === 0) return null
  const chosen = faults.find((fault) => fault.class === faultClass) ?? faults[0]!
  const download = API_PATH + urlOf('/accounts/{account}/imports/{importId}/rejected.csv', { account, importId: id })
  return (
    <Panel
      title={`${formatCount(progress.rejected)} ${progress.rejected === 1 ? 'row' : 'rows'} ${status === 'ready' ? 'will be rejected' : 'rejected'}`}
      action={reasonAgainst('editor') === undefined && <DownloadMenu url={download} />}
    >
      <Stack gap="sm">
        <Chip.Group value={chosen.class} onChange={(value) => onChange({ class: value as string })}>
          <Group gap="xs" role="radiogroup" aria-label="Faults">
            {faults.map((fault) => (
              <Chip key={fault.class} value={fault.class} size="sm">
                {faultLabel(fault, fields)} ({formatCount(fault.count)})
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <RejectedRows imported={imported} faultClass={chosen.class} cursor={cursor} onChange={onChange} />
      </Stack>
    </Panel>
  )
}

function DownloadMenu({ url }: { readonly url: string }) {
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconDownload size={14} />}>
          Download rejected rows
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={url} download>
          For importing again
          <Text size="xs" c="dimmed">
            Every value exactly as it is
          </Text>
        </Menu.Item>
        <Menu.Item component="a" href={`${url}?spreadsheet=1`} download>
          For a spreadsheet
          <Text size="xs" c="dimmed">
            Values that look like formulas are made harmless
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function RejectedRows({ imported, faultClass, cursor, onChange }: FaultsPanelProps & { readonly faultClass: string }) {
  const { id: account } = useAccount()
  const { id, file, mapping } = imported
  const rows = useQuery({
    ...read('imports', '/accounts/{account}/imports/{importId}/faults', {
      path: { account, importId: id },
      query: { class: faultClass, cursor, limit: 20 },
    }),
    placeholderData: keepPreviousData,
  })
  const fault = imported.faults.find((one) => one.class === faultClass)
  const at = fault?.column === undefined ? -1 : mapping.columns.indexOf(fault.column)
  return (
    <QueryView query={rows}>
      {({ results, nextCursor }) => (
        <>
          <div className="scrolling-x" role="region" aria-label="Rejected rows" tabIndex={0}>
            <Table verticalSpacing="xs" fz="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">Row</Table.Th>
                  <Table.Th scope="col">{at === -1 ? 'In the file' : file.columns[at]}</Table.Th>
                  <Table.Th scope="col">What is wrong</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {results.map(({ line, cells, ...one }) => (
                  <Table.Tr key={line}>
                    <Table.Td className="digits">{line}</Table.Td>
                    <Table.Td className="breaking">
                      <bdi>{(at === -1 ? cells?.join(', ') : cells?.[at]) || '–'}</bdi>
                    </Table.Td>
                    <Table.Td>{faultText(one)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          {results.length === 0 && (
            <Text size="sm" c="dimmed">
              These rows are counted, but not kept.
            </Text>
          )}
          <CursorPager
            cursor={cursor}
            nextCursor={nextCursor}
            onCursor={(next) => onChange({ class: faultClass, cursor: next })}
            isWaiting={rows.isPlaceholderData}
          />
        </>
      )}
    </QueryView>
  )
}
