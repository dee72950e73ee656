import { Button, Group, Modal, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { DATE_UNITS, dateTag } from './merge-tags.js'

export type DateDialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onTag: (tag: string) => void
}

/** A date that is some time after the day of sending. */
export function DateDialog({ isOpen, onClose, onTag }: DateDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Insert a date" centered size="sm">
      <DateForm onClose={onClose} onTag={onTag} />
    </Modal>
  )
}

function DateForm({ onClose, onTag }: Omit<DateDialogProps, 'isOpen'>) {
  const [count, setCount] = useState(7)
  const [unit, setUnit] = useState<string>('d')
  const insert = (event: FormEvent) => {
    event.preventDefault()
    // The dialog is inside the form of the page.
    event.stopPropagation()
    onClose()
    onTag(dateTag(count, unit))
  }
  return (
    <form onSubmit={insert}>
      <Stack>
        <Group grow align="flex-end">
          <NumberInput
            label="After the day of sending"
            min={0}
            max={9_999}
            clampBehavior="strict"
            allowDecimal={false}
            value={count}
            onChange={(value) => setCount(Number(value) || 0)}
            data-autofocus
          />
          <NativeSelect
            label="Unit"
            data={[...DATE_UNITS]}
            value={unit}
            onChange={(event) => setUnit(event.currentTarget.value)}
          />
        </Group>
        <Text size="xs" c="dimmed">
          Shown as MM/DD/YYYY, in the zone that the text is sent in.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit">Insert date</Button>
        </Group>
      </Stack>
    </form>
  )
}
