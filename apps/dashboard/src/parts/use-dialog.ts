import { startTransition, useCallback, useState } from 'react'
import { afterPaint } from './after-paint.js'

/**
 * Whether a dialog is open. It is drawn after the frame that shows the click, and in a transition, so that neither that
 * frame nor what the person does next waits for all of its fields.
 */
export function useDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback(() => afterPaint(() => startTransition(() => setIsOpen(true))), [])
  const close = useCallback(() => setIsOpen(false), [])
  return [isOpen, { open, close }] as const
}
