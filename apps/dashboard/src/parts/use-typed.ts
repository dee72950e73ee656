import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

const TYPING_PAUSE_MS = 250

/** What is typed goes to the URL after a pause. A change of the URL, by the back button for example, comes back here. */
export function useTyped(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState(text)
  const [sent, setSent] = useState(text)
  const [seen, setSeen] = useState(text)
  const send = useDebouncedCallback((next: string) => {
    setSent(next)
    onText(next)
  }, TYPING_PAUSE_MS)
  if (text !== seen) {
    setSeen(text)
    // What was sent comes back later, when more may have been typed.
    if (text !== sent) setTyped(text)
  }
  const type = (next: string) => {
    setTyped(next)
    send(next)
  }
  return { typed, type }
}
