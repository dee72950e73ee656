import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconClock, IconX } from '@tabler/icons-react'
import { operatorWords, TIME_OPERATORS, type TimeOperator } from '../language/operators.js'
import type { TimeTest } from '../language/rows.js'
import { ValueInput } from './value-input.js'

export type TimeTestsProps = {
  readonly place: string
  /** When the person joined a group; otherwise, when the link was clicked. */
  readonly isOfGroups: boolean
  /** Whether at least one time has to be given. */
  readonly isNeeded: boolean
  readonly times: readonly TimeTest[]
  readonly onChange: (times: readonly TimeTest[]) => void
}

/** The time of joining that a membership must have too, or of a click. */
export function TimeTests({ place, isOfGroups, isNeeded, times, onChange }: TimeTestsProps) {
  const offered: readonly TimeOperator[] = isOfGroups ? TIME_OPERATORS : ['within']
  const free = offered.filter((operator) => !times.some((time) => time.operator === operator))
  const replace = (at: number, next: TimeTest | null) =>
    onChange(times.flatMap((time, i) => (i === at ? (next ?? []) : time)))
  const addWords =
    times.length > 0 ? 'Add another time' : isOfGroups ? 'Only if joined at a time' : 'Only in the last days'
  const verb = isOfGroups ? 'joined' : 'clicked'
  return (
    <Stack gap="xs" pl={{ base: 0, sm: 'md' }}>
      {times.map((time, i) => (
        <Group key={time.operator} gap="xs" align="center" role="group" aria-label={`When, of condition ${place}`}>
          <Text span size="sm" c="dimmed">
            {verb}
          </Text>
          <NativeSelect
            aria-label={`Comparison of the time, condition ${place}`}
            data={offered
              .filter((operator) => operator === time.operator || free.includes(operator))
              .map((operator) => ({ value: operator, label: timeOperatorWords(operator) }))}
            value={time.operator}
            onChange={(event) => replace(i, retimed(time, event.currentTarget.value as TimeOperator))}
          />
          <ValueInput
            label={`Time of condition ${place}`}
            field={JOINED}
            operator={time.operator}
            value={time.value}
            onChange={(value) => replace(i, { ...time, value: String(value) })}
          />
          {(!isNeeded || times.length > 1) && (
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={() => replace(i, null)}
              aria-label={`Remove the time of condition ${place}`}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {free.length > 0 && (
        <Group>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<IconClock size={14} />}
            onClick={() => onChange([...times, retimed({ operator: free[0]!, value: '' }, free[0]!)])}
            aria-label={`${addWords}, condition ${place}`}
          >
            {addWords}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const JOINED = { name: 'joinedAt', label: 'Joined', kind: 'instant' } as const

function timeOperatorWords(operator: TimeOperator): string {
  return operatorWords('instant', operator).replace(/^is /, '')
}

const DURATIONS: readonly TimeOperator[] = ['within', 'olderThan']

/** A duration stays a duration, and an instant an instant. */
function retimed({ operator: before, value }: TimeTest, operator: TimeOperator): TimeTest {
  const isDuration = DURATIONS.includes(operator)
  if (value !== '' && isDuration === DURATIONS.includes(before)) return { operator, value }
  return { operator, value: isDuration ? '30d' : '' }
}
