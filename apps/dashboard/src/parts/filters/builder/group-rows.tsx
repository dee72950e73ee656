import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { DEPTH_MAX } from '../language/condition.js'
import { isGroup, type Combine, type FilterGroup } from '../language/rows.js'
import { useBuilder } from './builder-context.js'
import { ConditionRow } from './condition-row.js'
import { RowNotes } from './row-notes.js'

export type GroupRowsProps = {
  readonly group: FilterGroup
  /** How many levels of the condition it may need, with those around it. */
  readonly level: number
  /** Its number among the others, for those who hear the page: "2.1". */
  readonly place: string
  /** The group around it. */
  readonly parent: number | null
}

const COMBINE_WORDS: readonly { readonly value: Combine; readonly label: string }[] = [
  { value: 'all', label: 'All of these hold' },
  { value: 'any', label: 'At least one of these holds' },
  { value: 'none', label: 'None of these holds' },
]

/** A group with its rows and inner groups. */
export const GroupRows = memo(function GroupRows({ group, level, place, parent }: GroupRowsProps) {
  const { addTo, changeNode, remove } = useBuilder()
  const { id, combine, rows } = group
  const name = place === '' ? 'the filter' : `group ${place}`
  // "None" is two levels: the opposite of "at least one".
  const innerLevel = level + (combine === 'none' ? 2 : 1)
  const combineInput = (
    <NativeSelect
      size="sm"
      aria-label={`Which conditions of ${name} must hold`}
      data={[...COMBINE_WORDS]}
      value={combine}
      onChange={(event) => {
        const next = event.currentTarget.value as Combine
        changeNode(id, (node) => ({ ...node, combine: next }))
      }}
    />
  )
  const content = (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        {combineInput}
        {parent !== null && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconTrash size={14} />}
            onClick={() => remove(id, parent)}
            aria-label={`Remove ${name}`}
          >
            Remove group
          </Button>
        )}
      </Group>
      <RowNotes id={id} />
      {rows.length === 0 && parent === null && (
        <Text size="sm" c="dimmed">
          {combine === 'any' ? 'Without conditions, nobody is in it.' : 'Without conditions, every contact is in it.'}
        </Text>
      )}
      <Stack gap="md" data-rows={id}>
        {rows.map((row, i) => {
          const below = place === '' ? `${i + 1}` : `${place}.${i + 1}`
          return isGroup(row) ? (
            <GroupRows key={row.id} group={row} level={innerLevel} place={below} parent={id} />
          ) : (
            <ConditionRow key={row.id} row={row} place={below} parent={id} />
          )
        })}
      </Stack>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => addTo(id, 'row')}
          data-add={id}
          aria-label={`Add condition to ${name}`}
        >
          Add condition
        </Button>
        {innerLevel < DEPTH_MAX && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => addTo(id, 'group')}
            aria-label={`Add group to ${name}`}
          >
            Add group
          </Button>
        )}
      </Group>
    </Stack>
  )
  if (parent === null) return content
  return (
    <Paper withBorder p={{ base: 'xs', sm: 'sm' }} radius="md" role="group" aria-label={`Group ${place}`}>
      {content}
    </Paper>
  )
})
