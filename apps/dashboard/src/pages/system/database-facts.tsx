import type { ReactNode } from 'react'
import type { components } from '../../api/schema.js'
import { Facts } from '../../parts/facts.js'
import { formatBytes } from '../../parts/text/bytes.js'
import { TimeText } from '../../parts/time/time-text.js'

type Health = components['schemas']['ServiceHealth']
type Fact = readonly [name: string, value: ReactNode]

/** Where the service keeps its data, and since when. */
export function DatabaseFacts({ database, oldest }: Pick<Health, 'database' | 'oldest'>) {
  const kept: readonly Fact[] = [
    ['Oldest message', <Oldest key="m" at={oldest.message} />],
    ['Oldest event', <Oldest key="e" at={oldest.event} />],
  ]
  if (database === null)
    return <Facts facts={[['Kept', 'in memory: everything is lost when the process ends'], ...kept]} />
  const { bytes, version, migrations, pending } = database
  const newest = migrations.at(-1)
  return (
    <Facts
      facts={[
        ['PostgreSQL', version],
        ['Size', formatBytes(bytes)],
        ['Newest migration', newest?.id],
        ['Applied', <TimeText key="a" at={newest?.appliedAt} format="short" />],
        ['Still to be applied', pending.length === 0 ? 'none' : `${pending.join(', ')}: run carillon migrate`],
        ...kept,
      ]}
    />
  )
}

function Oldest({ at }: { readonly at: string | null }) {
  return at === null ? <>none</> : <TimeText at={at} format="short" />
}
