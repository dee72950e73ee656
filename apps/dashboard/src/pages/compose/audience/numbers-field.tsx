import { Button, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { IconFileUpload, IconX } from '@tabler/icons-react'
import { useDeferredValue, useState, type ClipboardEvent, type DragEvent } from 'react'
import { formatCount } from '../../../parts/text/count.js'
import type { Changes } from '../composition.js'
import { ENTRIES_MAX, entriesAfterPaste, entriesIn, SHOWN_MAX } from './entered-numbers.js'

export type NumbersFieldProps = {
  readonly numbers: readonly string[]
  readonly onChange: (changes: Changes) => void
}

const FILE_MAX_BYTES = 20_000_000

/** Numbers that were pasted or uploaded. */
export function NumbersField({ numbers, onChange }: NumbersFieldProps) {
  const [fault, setFault] = useState<string | null>(null)
  const take = (entries: readonly string[]) => {
    const isTooLong = entries.length > ENTRIES_MAX
    setFault(
      isTooLong
        ? `At most ${formatCount(ENTRIES_MAX)} numbers at a time, got ${formatCount(entries.length)}. Import them into a group for more.`
        : null,
    )
    if (!isTooLong) onChange({ numbers: entries })
  }
  const readFile = async (file: File | null | undefined) => {
    if (!file) return
    if (file.size > FILE_MAX_BYTES) return setFault('This file has more than 20 MB. Import it into a group.')
    take(entriesIn(await file.text()))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void readFile(event.dataTransfer.files[0])
  }
  return (
    <Stack gap="xs" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {numbers.length > SHOWN_MAX ? (
        <ManyNumbers numbers={numbers} onClear={() => take([])} />
      ) : (
        <TypedNumbers numbers={numbers} onEntries={take} />
      )}
      <Group gap="sm">
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void readFile(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconFileUpload size={14} />}>
              Upload a file
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          CSV or text, or drop it here. A column named “phone” is found by itself.
        </Text>
      </Group>
      {fault !== null && (
        <Text size="sm" c="var(--bad)" role="alert">
          {fault}
        </Text>
      )}
    </Stack>
  )
}

type TypedNumbersProps = {
  readonly numbers: readonly string[]
  readonly onEntries: (entries: readonly string[]) => void
}

/** Keeps the text as it was typed: half a line is no reason to change it. */
function TypedNumbers({ numbers, onEntries }: TypedNumbersProps) {
  const [text, setText] = useState(() => numbers.join('\n'))
  const count = useDeferredValue(numbers.length)
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const [before, after] = [value.slice(0, selectionStart), value.slice(selectionEnd)]
    const entries = entriesAfterPaste({ before, pasted: event.clipboardData.getData('text/plain'), after })
    if (entries === null) return
    // The browser would lay out every line before they are put away, which takes it seconds.
    event.preventDefault()
    onEntries(entries)
  }
  return (
    <Textarea
      label="Numbers"
      description={`With country code, such as +12025550123: one in each line, or separated by commas.${count === 0 ? '' : ` ${formatCount(count)} so far.`}`}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onEntries(entriesIn(event.currentTarget.value))
      }}
      onPaste={paste}
      autosize
      minRows={4}
      maxRows={12}
      spellCheck={false}
      inputMode="tel"
      dir="ltr"
    />
  )
}

function ManyNumbers({ numbers, onClear }: { readonly numbers: readonly string[]; readonly onClear: () => void }) {
  return (
    <Paper bg="var(--inset)" radius="md" p="sm">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600}>{formatCount(numbers.length)} entries</Text>
          <Text size="xs" c="dimmed" className="breaking">
            {numbers.slice(0, 3).join(', ')}, …
          </Text>
        </div>
        <Button variant="default" size="xs" leftSection={<IconX size={14} />} onClick={onClear}>
          Remove all
        </Button>
      </Group>
    </Paper>
  )
}
