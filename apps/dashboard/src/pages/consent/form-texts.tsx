import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import { Panel } from '../../parts/panel.js'
import { QueryView } from '../../parts/state/query-view.js'
import { TimeText } from '../../parts/time/time-text.js'
import { useAccount } from '../../shell/use-session.js'

/** What people agreed to on the opt-in forms. Texts never change: another text is another version. */
export function FormTexts() {
  const { id: account } = useAccount()
  const texts = useQuery(read('consent', '/accounts/{account}/consent/form-texts', { path: { account } }))
  return (
    <Panel title="Texts of the opt-in forms">
      <QueryView query={texts}>
        {({ results }) =>
          results.length === 0 ? (
            <Text size="sm" c="dimmed">
              No opt-in form has been shown yet. Each consent text is kept here with its version, as evidence of what
              people agreed to.
            </Text>
          ) : (
            <Stack component="ul" className="plain-list" gap="md" aria-label="Versions of the consent text">
              {results.map(({ version, text, since }) => (
                <li key={version}>
                  <Text size="sm" fw={550}>
                    Version {version}, shown since <TimeText at={since} />
                  </Text>
                  <Text size="sm" className="breaking">
                    <bdi>{text}</bdi>
                  </Text>
                </li>
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Panel>
  )
}
