import { Button, Group, Input, Stack, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { areAllForGroups, EVERY_DAY, WINDOWS_MAX, type WindowRow } from './window-values.js'
import { WindowRowFields } from './window-row-fields.js'

export type WindowsFieldProps = {
  /** Null: at any time. */
  readonly value?: readonly WindowRow[] | null
  readonly onChange: (rows: readonly WindowRow[] | null) => void
  readonly label: ReactNode
  readonly description?: ReactNode
  /** Set after an attempt to save: then each row says what it lacks. */
  readonly error?: ReactNode
  readonly disabled?: boolean
}

/** The sending windows of an account: none, or a row for each. */
export function WindowsField(props: WindowsFieldProps) {
  const { value = null, onChange, label, description, error, disabled = false } = props
  // Switching to any time and back loses nothing.
  const [kept, setKept] = useState<readonly WindowRow[]>([EVERY_DAY])
  const addButton = useRef<HTMLButtonElement>(null)
  const rows = value ?? []
  const switchTo = (isAnyTime: boolean) => {
    if (value !== null && value.length > 0) setKept(value)
    onChange(isAnyTime ? null : kept)
  }
  const remove = (index: number) => {
    onChange(rows.filter((_, n) => n !== index))
    addButton.current?.focus()
  }
  return (
    <Stack gap="sm">
      <Switch
        label={label}
        description={description ?? (value === null ? ANY_TIME : ONLY_THEN)}
        checked={value === null}
        disabled={disabled}
        onChange={(event) => switchTo(event.currentTarget.checked)}
      />
      {rows.map((row, index) => (
        <WindowRowFields
          key={index}
          name={`Window ${index + 1}`}
          row={row}
          isChecked={hasText(error)}
          disabled={disabled}
          onChange={(changes) => onChange(rows.map((one, n) => (n === index ? { ...one, ...changes } : one)))}
          onRemove={() => remove(index)}
        />
      ))}
      {areAllForGroups(rows) && <Input.Description>{ALL_FOR_GROUPS}</Input.Description>}
      {hasText(error) && <Input.Error role="alert">{error}</Input.Error>}
      {value !== null && !disabled && (
        <Group gap="xs">
          <Button
            ref={addButton}
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            disabled={rows.length >= WINDOWS_MAX}
            onClick={() => onChange([...rows, { ...EVERY_DAY, days: [] }])}
          >
            Add window
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => onChange([EVERY_DAY])}>
            Monday to Sunday, 08:00 to 21:00
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const ANY_TIME = 'Broadcasts and scheduled texts leave at once, day and night.'
const ONLY_THEN =
  'Broadcasts and scheduled texts leave only while a window is open, by the clock of each recipient. Others wait for it.'

const ALL_FOR_GROUPS = 'All windows are for members of groups. Everybody else gets texts at any time.'

function hasText(error: ReactNode): boolean {
  return error !== undefined && error !== null && error !== false && error !== ''
}
