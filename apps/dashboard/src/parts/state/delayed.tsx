import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'

const DELAY_MS = 200

/** Shows a skeleton only if the wait is long enough to notice: a flash of grey would be worse than nothing. */
export function Delayed({ children }: { readonly children: ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return <div data-loading />
  return (
    <div data-loading aria-busy="true">
      <VisuallyHidden role="status">Loading…</VisuallyHidden>
      {children}
    </div>
  )
}
