import type { components } from '../../api/schema.js'
import { Facts } from '../../parts/facts.js'
import { formatBytes } from '../../parts/text/bytes.js'
import { formatCount } from '../../parts/text/count.js'
import { TimeText } from '../../parts/time/time-text.js'

type Health = components['schemas']['ServiceHealth']

/** When the service last did what is done for all accounts together, and what came of it. */
export function LastTimes({ last: { retention, deletion, backup } }: Pick<Health, 'last'>) {
  return (
    <Facts
      facts={[
        ['Retention ran', <Last key="r" record={retention} result="" />],
        ['It deleted data', <Last key="d" record={deletion} result={deletion === null ? '' : deletedIn(deletion)} />],
        ['Backup', <Last key="b" record={backup} result={backup === null ? '' : sizeOf(backup)} />],
      ]}
    />
  )
}

type Record = NonNullable<components['schemas']['ServiceRecord']>

function Last({ record, result }: { readonly record: Record | null; readonly result: string }) {
  if (record === null) return <>not known</>
  return (
    <>
      <TimeText at={record.at} format="short" />
      {result !== '' && `: ${result}`}
    </>
  )
}

/** The kinds of data that a person knows; the rest is what the service keeps for itself. */
const KINDS: readonly string[] = ['messages', 'recipients', 'clicks', 'events']

function deletedIn({ details }: Record): string {
  return KINDS.filter((kind) => Number(details[kind] ?? 0) > 0)
    .map((kind) => `${formatCount(Number(details[kind]))} ${kind}`)
    .join(', ')
}

function sizeOf({ details: { bytes } }: Record): string {
  return typeof bytes === 'number' ? formatBytes(bytes) : ''
}
