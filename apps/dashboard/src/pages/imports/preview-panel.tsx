import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import { Panel } from '../../parts/panel.js'
import { PhoneText } from '../../parts/text/phone-text.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { useAccount } from '../../shell/use-session.js'
import { faultText, targetLabel, type OneImport } from './import-words.js'

type PreviewedRow = OneImport['preview'][number]

/** The first rows of the file as contacts. */
export function PreviewPanel({ imported: { preview, mapping } }: { readonly imported: OneImport }) {
  const { id: account } = useAccount()
  const schema = useQuery(read('fields', '/accounts/{account}/contacts/custom-fields/schema', { path: { account } }))
  const fields = schema.data?.fields ?? []
  const targets = mapping.columns.filter((target) => target !== null && target !== 'phoneNumber') as readonly string[]
  const width = targets.length + 3
  return (
    <Panel title="The first rows, as they will be">
      <div className="scrolling-x" role="region" aria-label="The first rows" tabIndex={0}>
        <Table verticalSpacing="xs" fz="sm" className="no-wrap">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Row</Table.Th>
              <Table.Th scope="col">Number</Table.Th>
              <Table.Th scope="col">Contact</Table.Th>
              {targets.map((target) => (
                <Table.Th key={target} scope="col">
                  {targetLabel(target, fields)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.map((row) => (
              <Table.Tr key={row.line}>
                <Table.Td className="digits">{row.line}</Table.Td>
                {row.contact === undefined ? (
                  <Table.Td colSpan={width - 1}>
                    <StatusBadge tone="bad">Rejected</StatusBadge>{' '}
                    <Text span size="sm">
                      {row.fault && faultText(row.fault)}
                    </Text>
                  </Table.Td>
                ) : (
                  <ContactCells contact={row.contact} targets={targets} fields={fields} />
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  )
}

type ContactCellsProps = {
  readonly contact: NonNullable<PreviewedRow['contact']>
  readonly targets: readonly string[]
  readonly fields: readonly { readonly key: string; readonly label: string }[]
}

function ContactCells({ contact, targets, fields }: ContactCellsProps) {
  return (
    <>
      <Table.Td>
        <PhoneText number={contact.phoneNumber} />
      </Table.Td>
      <Table.Td>
        {contact.isNew ? <StatusBadge tone="good">New</StatusBadge> : <StatusBadge tone="neutral">Known</StatusBadge>}
      </Table.Td>
      {targets.map((target) => (
        <Table.Td key={target}>
          <bdi>{valueOf(contact, target, fields) ?? '–'}</bdi>
        </Table.Td>
      ))}
    </>
  )
}

function valueOf(contact: ContactCellsProps['contact'], target: string, fields: ContactCellsProps['fields']) {
  const { address, customFields, isFavorite } = contact
  const field = fields.find(({ key }) => key === target)
  if (field !== undefined) return textOf(customFields[field.label])
  if (target === 'isFavorite') return isFavorite ? 'Yes' : 'No'
  const all: Readonly<Record<string, unknown>> = { ...address, ...contact }
  return textOf(all[target])
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : String(value as string | number)
}
