import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { ErrorMessage } from './state/error-message.js'

export type ConfirmDialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** A question: "Cancel this broadcast?" */
  readonly title: string
  /** What happens then. */
  readonly children: ReactNode
  /** What cannot be undone, as a sentence; omitted if everything can. */
  readonly irreversible?: ReactNode
  /** The button says what it does: "Cancel broadcast". */
  readonly confirmLabel: string
  /** The button that changes nothing. Default: "Keep it as it is". */
  readonly keepLabel?: string
  /** What the person has to type first, for what is lost for ever. */
  readonly typed?: { readonly label: string; readonly text: string }
  /** The dialog closes when this resolves, and shows the error if it rejects. */
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before something that people could regret. */
export function ConfirmDialog({ isOpen, onClose, title, ...content }: ConfirmDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered>
      <Question {...content} onClose={onClose} />
    </Modal>
  )
}

function Question({
  onClose,
  children,
  irreversible,
  confirmLabel,
  keepLabel = 'Keep it as it is',
  typed,
  onConfirm,
}: Omit<ConfirmDialogProps, 'isOpen' | 'title'>) {
  const [text, setText] = useState('')
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isComplete = typed === undefined || text.trim() === typed.text
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || isRunning) return
    setIsRunning(true)
    setError(null)
    try {
      await onConfirm()
      onClose()
    } catch (fault) {
      setError(fault)
      setIsRunning(false)
    }
  }
  return (
    <form onSubmit={(event) => void confirm(event)}>
      <Stack>
        {/* Not a paragraph: it may have lists. */}
        <Text size="sm" component="div">
          {children}
        </Text>
        {irreversible !== undefined && (
          <Text size="sm" fw={600}>
            {irreversible}
          </Text>
        )}
        {typed !== undefined && (
          <TextInput
            label={typed.label}
            placeholder={typed.text}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {error !== null && <ErrorMessage error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {keepLabel}
          </Button>
          <Button
            type="submit"
            color={irreversible === undefined ? undefined : 'red'}
            loading={isRunning}
            disabled={!isComplete}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
