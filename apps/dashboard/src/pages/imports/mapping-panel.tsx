import { Select, Stack, Table, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf, read } from '../../api/read.js'
import { Panel } from '../../parts/panel.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useTyped } from '../../parts/use-typed.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { TARGET_LABELS, type OneImport } from './import-words.js'

type Mapping = { columns: (string | null)[]; callingCode: string | null }

const IGNORED = ''

/** What each column of the file contains. The service guesses; a person decides. Each change shows in the preview. */
export function MappingPanel({ imported }: { readonly imported: OneImport }) {
  const { can } = useRole()
  const { mapping, targets, save } = useMapping(imported)
  const { file, preview } = imported
  const isLocked = !can('editor')
  const map = (at: number, target: string) =>
    save.mutate({ ...mapping, columns: mapping.columns.with(at, target === IGNORED ? null : target) })
  return (
    <Panel title="Columns">
      <Stack gap="sm">
        <Table className="cursor-table" role="table" aria-label="Columns of the file" verticalSpacing="xs">
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              <Table.Th role="columnheader">In the file</Table.Th>
              <Table.Th role="columnheader">For example</Table.Th>
              <Table.Th role="columnheader">Contains</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {file.columns.map((name, at) => (
              <Table.Tr role="row" key={at}>
                <Table.Td role="cell">
                  <Text size="sm" fw={550} component="span" className="breaking">
                    <bdi>{name === '' ? `Column ${at + 1}` : name}</bdi>
                  </Text>
                </Table.Td>
                <Table.Td role="cell" data-label="For example">
                  <Text size="sm" c="dimmed" component="span" lineClamp={1} className="breaking">
                    <bdi>{sampleOf(preview, at) ?? '–'}</bdi>
                  </Text>
                </Table.Td>
                <Table.Td role="cell" data-label="Contains">
                  <Select
                    size="xs"
                    aria-label={`Column ${name === '' ? at + 1 : name} contains`}
                    data={targets}
                    value={mapping.columns[at] ?? IGNORED}
                    onChange={(target) => map(at, target === null ? IGNORED : String(target))}
                    allowDeselect={false}
                    searchable
                    disabled={isLocked}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <CallingCode
          key={imported.id}
          code={mapping.callingCode ?? ''}
          isLocked={isLocked}
          onCode={(code) => save.mutate({ ...mapping, callingCode: code === '' ? null : code })}
        />
        {save.error && <ErrorMessage error={save.error} title="The columns were not changed" />}
        {!mapping.columns.includes('phoneNumber') && (
          <Text size="sm" c="var(--bad)" role="status">
            Choose the column with the phone numbers.
          </Text>
        )}
      </Stack>
    </Panel>
  )
}

function useMapping(imported: OneImport) {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const fields = useQuery(read('fields', '/accounts/{account}/contacts/custom-fields/schema', { path: { account } }))
  const one = read('imports', '/accounts/{account}/imports/{importId}', { path: { account, importId: imported.id } })
  const save = useMutation({
    mutationFn: (body: Mapping) =>
      call('put', '/accounts/{account}/imports/{importId}/mapping', { path: { account, importId: imported.id }, body }),
    // One after the other, so that an older change never wins over a newer one.
    scope: { id: `mapping ${imported.id}` },
    onSuccess: async (changed) => {
      queryClient.setQueryData(one.queryKey, changed)
      await queryClient.invalidateQueries({
        queryKey: keyOf('imports', account),
        predicate: ({ queryKey }) => queryKey !== one.queryKey,
      })
    },
  })
  const stored: Mapping = { columns: [...imported.mapping.columns], callingCode: imported.mapping.callingCode ?? null }
  const mapping = save.isPending ? save.variables : stored
  const custom = fields.data?.fields.map(({ key, label }) => ({ value: key as string, label })) ?? []
  const targets = [
    { value: IGNORED, label: 'Leave out' },
    { group: 'Contact', items: Object.entries(TARGET_LABELS).map(([value, label]) => ({ value, label })) },
    ...(custom.length > 0 ? [{ group: 'Custom fields', items: custom }] : []),
  ]
  return { mapping, targets, save }
}

type CallingCodeProps = { readonly code: string; readonly isLocked: boolean; readonly onCode: (code: string) => void }

function CallingCode({ code, isLocked, onCode }: CallingCodeProps) {
  const { typed, type } = useTyped(code, onCode)
  return (
    <TextInput
      label="Country code of numbers without one"
      description="For example 1 for North America or 44 for the United Kingdom. Empty: such numbers are rejected."
      leftSection="+"
      inputMode="numeric"
      maxLength={3}
      maw={420}
      disabled={isLocked}
      value={typed}
      onChange={(event) => type(event.currentTarget.value.replace(/\D/g, ''))}
    />
  )
}

/** The first cell of the column that is not empty. */
function sampleOf(preview: OneImport['preview'], at: number): string | undefined {
  return preview.map(({ cells }) => cells?.[at]).find((cell) => cell !== undefined && cell.trim() !== '')
}
