import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { API_PATH, urlOf } from '../../../api/call.js'
import { read } from '../../../api/read.js'
import { Panel } from '../../../parts/panel.js'
import { QueryView } from '../../../parts/state/query-view.js'
import { CONSENT_MEANING } from '../../../parts/text/consent-words.js'
import { PhoneText } from '../../../parts/text/phone-text.js'
import { TimeText } from '../../../parts/time/time-text.js'
import { useAccount } from '../../../shell/use-session.js'
import { ConsentBadge } from '../contact-consent.js'

/** Whether the number may be texted, and the proof of it. */
export function ConsentPanel({ phoneNumber }: { readonly phoneNumber: string }) {
  const { id: account } = useAccount()
  const path = { account, phoneNumber }
  const consent = useQuery(read('consent', '/accounts/{account}/contacts/by-phone/{phoneNumber}/consent', { path }))
  const proof = API_PATH + urlOf('/accounts/{account}/contacts/by-phone/{phoneNumber}/consent/proof', path)
  return (
    <Panel
      title="Consent"
      action={
        <Anchor href={proof} target="_blank" rel="noreferrer" size="sm">
          <Group gap={6} wrap="nowrap">
            <IconPrinter size={16} aria-hidden />
            Proof to print
          </Group>
        </Anchor>
      }
    >
      <QueryView query={consent}>
        {({ state, optedOutAt, providerOptOuts }) => (
          <Stack gap="xs">
            <Group gap="xs">
              <ConsentBadge state={state} />
              {optedOutAt !== undefined && (
                <Text size="sm" c="dimmed">
                  since <TimeText at={optedOutAt} />
                </Text>
              )}
            </Group>
            <Text size="sm">{CONSENT_MEANING[state]}</Text>
            {providerOptOuts.map(({ sender, at }) => (
              <Text key={sender} size="sm" c="dimmed">
                The carrier refused a text from <PhoneText number={sender} /> because of its own record of an opt-out,{' '}
                <TimeText at={at} />.
              </Text>
            ))}
          </Stack>
        )}
      </QueryView>
    </Panel>
  )
}
