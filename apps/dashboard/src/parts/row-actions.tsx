import { Group } from '@mantine/core'
import { ReasonedButton } from './text/reasoned-button.js'

export type RowActionsProps = {
  /** What the row shows, for those who hear the page: "Change Plan". */
  readonly name: string
  /** `reason`: why it cannot be used; undefined if it can. */
  readonly actions: readonly {
    readonly label: string
    readonly onClick: () => void
    readonly reason: string | undefined
  }[]
}

/** The buttons at the end of a row. */
export function RowActions({ name, actions }: RowActionsProps) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end" className="row-actions">
      {actions.map(({ label, onClick, reason }) => (
        <ReasonedButton
          key={label}
          variant="subtle"
          color="gray"
          size="compact-sm"
          reason={reason}
          onClick={onClick}
          aria-label={`${label} ${name}`}
        >
          {label}
        </ReasonedButton>
      ))}
    </Group>
  )
}
