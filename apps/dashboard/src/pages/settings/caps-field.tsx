import { ActionIcon, Button, Fieldset, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { CAPS_MAX, NEW_CAP, type CapValues } from './cap-values.js'

export type CapsFieldProps = {
  readonly label: string
  readonly description?: string
  readonly disabled: boolean
  readonly error?: string
  readonly value: readonly CapValues[]
  readonly onChange: (caps: readonly CapValues[]) => void
}

/** How many texts one number may get, a row for each cap. */
export function CapsField({ label, description, disabled, error, value, onChange }: CapsFieldProps) {
  const change = (at: number, changes: Partial<CapValues>) =>
    onChange(value.map((cap, i) => (i === at ? { ...cap, ...changes } : cap)))
  return (
    // Without a border, which a legend of two lines would cross.
    <Fieldset variant="unstyled" legend={<Legend>{label}</Legend>} disabled={disabled}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {description ?? 'People who have had so many texts are left out of broadcasts, batches and schedules.'}
        </Text>
        {value.map((cap, i) => (
          <CapRow
            // The rows have no identity but their place.
            key={i}
            name={`Cap ${i + 1}`}
            cap={cap}
            onChange={(changes) => change(i, changes)}
            onRemove={() => onChange(value.filter((_, other) => other !== i))}
          />
        ))}
        {error !== undefined && (
          <Text size="xs" c="var(--bad)" role="alert">
            {error}
          </Text>
        )}
        {value.length < CAPS_MAX && (
          <Group>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => onChange([...value, NEW_CAP])}
            >
              Add a cap
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

/** Looks like the label of a field. */
function Legend({ children }: { readonly children: string }) {
  return (
    <Text span size="sm" fw="var(--mantine-font-weight-medium)">
      {children}
    </Text>
  )
}

type CapRowProps = {
  readonly name: string
  readonly cap: CapValues
  readonly onChange: (changes: Partial<CapValues>) => void
  readonly onRemove: () => void
}

function CapRow({ name, cap, onChange, onRemove }: CapRowProps) {
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={name}>
      <NumberInput
        label="Texts"
        w={90}
        min={1}
        allowDecimal={false}
        value={cap.messages}
        onChange={(messages) => onChange({ messages: numberOf(messages) })}
      />
      <NumberInput
        label="In"
        w={80}
        min={1}
        allowDecimal={false}
        value={cap.length}
        onChange={(length) => onChange({ length: numberOf(length) })}
      />
      <Select
        aria-label={`${name}: hours or days`}
        w={100}
        data={UNITS}
        allowDeselect={false}
        value={cap.unit}
        onChange={(unit) => onChange({ unit: unit as CapValues['unit'] })}
      />
      <Select
        label="Counting"
        w={190}
        data={COUNTS}
        allowDeselect={false}
        value={cap.counts}
        onChange={(counts) => onChange({ counts: counts as CapValues['counts'] })}
      />
      <TextInput
        label="Only for members of"
        w={180}
        placeholder="Everybody"
        value={cap.group}
        onChange={(event) => onChange({ group: event.currentTarget.value })}
      />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

const UNITS = [
  { value: 'h', label: 'hours' },
  { value: 'd', label: 'days' },
]

const COUNTS = [
  { value: 'bulk', label: 'broadcasts and schedules' },
  { value: 'all', label: 'single texts too' },
]

function numberOf(value: string | number): number | '' {
  return typeof value === 'number' ? value : ''
}
