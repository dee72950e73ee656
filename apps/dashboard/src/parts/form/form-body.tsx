import { Button, Group, Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { ErrorMessage } from '../state/error-message.js'

export type FormBodyProps = {
  readonly children: ReactNode
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  /** The button says what it does: "Add contact". */
  readonly submitLabel: string
  readonly isSaving: boolean
  readonly onCancel: () => void
  readonly error: unknown
  /** What did not happen: "The contact was not saved". */
  readonly errorTitle: string
}

/** A form in a dialog: its fields, what went wrong, and the buttons. */
export function FormBody({ children, onSubmit, submitLabel, isSaving, onCancel, error, errorTitle }: FormBodyProps) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {children}
        {error !== null && error !== undefined && <ErrorMessage error={error} title={errorTitle} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
