import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import type { MouseEventHandler } from 'react'

export type ReasonedButtonProps = ButtonProps & {
  readonly onClick?: MouseEventHandler<HTMLButtonElement>
  readonly type?: 'button' | 'submit'
  /** Why it cannot be used now: `useRole().reasonAgainst('sender')` for example. Undefined: it can. */
  readonly reason: string | undefined
}

/** A button that says why it is disabled. It stays reachable by keyboard, so that everybody can learn the reason. */
export function ReasonedButton({ reason, onClick, ...props }: ReasonedButtonProps) {
  if (reason === undefined) return <Button {...props} onClick={onClick} />
  return (
    // Within the landmark of the button, not at the end of the page.
    <Tooltip label={reason} multiline maw={320} withinPortal={false} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...props}
        type="button"
        data-disabled
        aria-disabled
        aria-description={reason}
        onClick={(event) => event.preventDefault()}
      />
    </Tooltip>
  )
}
