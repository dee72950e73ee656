import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ErrorMessage } from '../../parts/state/error-message.js'

/** Shown in place of a page that could not be loaded or crashed. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorMessage error={error} onRetry={retry} />
}
