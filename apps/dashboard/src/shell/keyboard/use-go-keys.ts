import { useEffect } from 'react'

const PATIENCE_MS = 1_500

/** `g`, then a letter. Not while a person writes, nor while a dialog is open. */
export function useGoKeys(go: (letter: string) => void) {
  useEffect(() => {
    let isWaiting = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      isWaiting = false
      clearTimeout(timer)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return stop()
      if (isWaiting) {
        stop()
        if (/^[a-z]$/.test(event.key)) {
          event.preventDefault()
          go(event.key)
        }
      } else if (event.key === 'g') {
        isWaiting = true
        timer = setTimeout(stop, PATIENCE_MS)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => {
      stop()
      document.removeEventListener('keydown', onKey)
    }
  }, [go])
}

/** Whether keys belong to something else: a field, an open dialog, a menu. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('input, textarea, select')) return true
  return target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null
}
