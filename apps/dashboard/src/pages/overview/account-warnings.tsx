import { Alert, List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { components } from '../../api/schema.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { formatCount } from '../../parts/text/count.js'
import { useAccount } from '../../shell/use-session.js'
import { overviewQueries } from './overview-queries.js'

type Code = components['schemas']['AccountWarning']['code']

/** What is wrong in the account, and where to look. Nothing is shown if all is well. */
export function AccountWarnings() {
  const { id: account } = useAccount()
  const warnings = useQuery(overviewQueries.warnings(account))
  if (warnings.error) {
    return <ErrorMessage error={warnings.error} title="The warnings could not be read" />
  }
  if (warnings.data === undefined) return <div data-loading hidden />
  const { results } = warnings.data
  if (results.length === 0) return null
  return (
    <Alert color="orange" title="This needs attention">
      <List size="sm">
        {results.map(({ code, count }) => (
          <List.Item key={code}>
            {WORDS[code]} ({formatCount(count)})
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

const WORDS: Readonly<Record<Code, string>> = {
  'dead-jobs': 'Jobs have failed for good. An owner can try them again on the system page',
  'webhooks-disabled': 'Webhooks are disabled, because their deliveries failed for days: see Webhooks',
  'webhooks-failing': 'Deliveries to webhooks fail: see Webhooks',
  'carriers-down': 'A carrier gets no texts for now, because its requests failed',
  'credits-ending': 'Credits are running out: see Credits',
  'quota-nearly-reached': 'The daily quota is nearly used up',
  'numbers-inactive': 'Numbers are not active, and send nothing: see Numbers',
  'schedules-failing': 'The last send of a schedule failed: see Schedules',
}
