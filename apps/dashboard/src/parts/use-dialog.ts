import { startTransition, useCallback, useState } from 'react'

/**
 * Whether a dialog is open. It is drawn in a transition, so that the frame after the click need not wait for all of its
 * fields.
 */
export function useDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback(() => startTransition(() => setIsOpen(true)), [])
  const close = useCallback(() => setIsOpen(false), [])
  return [isOpen, { open, close }] as const
}
