import { ActionIcon, Box, Group, Select, Stack } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import { withField, withOperator } from '../language/edit-rows.js'
import { fieldOf, fieldSections, type Field } from '../language/fields.js'
import { inputOf, OPERATORS, operatorWords, type Operator } from '../language/operators.js'
import type { FilterRow, FilterNode } from '../language/rows.js'
import { useBuilder } from './builder-context.js'
import { IN_PLACE } from './in-place.js'
import { RowNotes } from './row-notes.js'
import { TimeTests } from './time-tests.js'
import { ValueInput } from './value-input.js'

export type ConditionRowProps = {
  readonly row: FilterRow
  readonly place: string
  /** The group around it. */
  readonly parent: number
}

/** One condition: what it is about, how it compares, and with what. */
export const ConditionRow = memo(function ConditionRow({ row, place, parent }: ConditionRowProps) {
  const { names, changeNode, remove } = useBuilder()
  const { id, field: name, operator, value, times } = row
  const field = name === '' ? null : fieldOf(row, names.fields)
  const change = (edit: (row: FilterRow) => FilterRow) => changeNode(id, (node: FilterNode) => edit(node as FilterRow))
  const choices = useFieldChoices(field)
  const chooseField = (chosen: string | null) => {
    const next = choices.flatMap(({ fields }) => fields).find((each) => each.name === chosen)
    if (next !== undefined) change((before) => withField(before, next.name, next.kind))
  }
  return (
    <Stack gap={4} role="group" aria-label={`Condition ${place}`}>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Box flex={1} miw={0}>
          <Group gap="xs" align="flex-start">
            <Select
              aria-label={`Field of condition ${place}`}
              placeholder="Choose a field"
              data={choices.map(({ section, fields }) => ({
                group: section,
                items: fields.map((each) => ({ value: each.name, label: each.label })),
              }))}
              value={name === '' ? null : name}
              onChange={chooseField}
              allowDeselect={false}
              searchable
              nothingFoundMessage="No field has this name."
              maxDropdownHeight={320}
              comboboxProps={IN_PLACE}
              {...CELL}
            />
            {field !== null && operator !== '' && field.kind !== 'clicked' && field.kind !== 'segments' && (
              <Select
                aria-label={`Comparison of condition ${place}`}
                data={operatorChoices(field, operator)}
                value={operator}
                onChange={(chosen) =>
                  chosen && change((before) => withOperator(before, chosen as Operator, field.kind))
                }
                allowDeselect={false}
                comboboxProps={IN_PLACE}
                {...CELL}
              />
            )}
            {field !== null && operator !== '' && inputOf(field.kind, operator) !== 'none' && (
              <Box {...CELL} flex="2 1 200px">
                <ValueInput
                  label={`Value of condition ${place}`}
                  field={field}
                  operator={operator}
                  value={value}
                  onChange={(next) => change((before) => ({ ...before, value: next }))}
                />
              </Box>
            )}
          </Group>
        </Box>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="input-sm"
          onClick={() => remove(id, parent)}
          aria-label={`Remove condition ${place}`}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
      {(name === 'groups' || name === 'clicked') && operator !== 'notIn' && (
        <TimeTests
          place={place}
          isOfGroups={name === 'groups'}
          isNeeded={operator === 'joined'}
          times={times}
          onChange={(next) => change((before) => ({ ...before, times: next }))}
        />
      )}
      <RowNotes id={id} />
    </Stack>
  )
})

const CELL = { flex: '1 1 170px', miw: 0 } as const

/** All fields, and that of the row if it is not offered any more. */
function useFieldChoices(current: Field | null) {
  const { names } = useBuilder()
  const sections = useMemo(() => fieldSections(names.fields), [names.fields])
  if (current === null || sections.some(({ fields }) => fields.some(({ name }) => name === current.name)))
    return sections
  return [...sections, { section: 'Not available', fields: [current] }]
}

/** The operators of a field, and that of the row if it is not offered for the field. */
function operatorChoices({ kind }: Field, current: Operator) {
  const offered = OPERATORS[kind]
  const all = offered.includes(current) ? offered : [...offered, current]
  return all.map((operator) => ({ value: operator, label: operatorWords(kind, operator) }))
}
