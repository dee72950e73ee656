import { Text } from '@mantine/core'
import { useBuilder } from './builder-context.js'

/** What is wrong with a row or group, or unexpected. */
export function RowNotes({ id }: { readonly id: number }) {
  const { faults, warnings } = useBuilder()
  const [fault, warning] = [faults.get(id), warnings.get(id)]
  return (
    <>
      {fault !== undefined && (
        <Text size="sm" c="var(--bad)" role="alert" className="breaking">
          {fault}
        </Text>
      )}
      {warning !== undefined && (
        <Text size="sm" c="var(--doubtful)" role="status" className="breaking">
          {warning}
        </Text>
      )}
    </>
  )
}
