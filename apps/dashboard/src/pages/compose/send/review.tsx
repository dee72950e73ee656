import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconCalendarCheck, IconSend } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { serverNowMs } from '../../../api/server-clock.js'
import { useAllGroups } from '../../../parts/audience/use-all-groups.js'
import { CurlButton } from '../../../parts/curl/curl-button.js'
import { Facts } from '../../../parts/facts.js'
import { SenderText } from '../../../parts/message/sender-text.js'
import { UnknownTags } from '../../../parts/message/unknown-tags.js'
import { Panel } from '../../../parts/panel.js'
import { conditionOfChoice } from '../../../parts/filters/filter-choice.js'
import { FilterSummary } from '../../../parts/filters/filter-summary.js'
import { Delayed } from '../../../parts/state/delayed.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import { LinesSkeleton } from '../../../parts/state/skeletons.js'
import { formatCount } from '../../../parts/text/count.js'
import { ReasonedButton } from '../../../parts/text/reasoned-button.js'
import { TimeText } from '../../../parts/time/time-text.js'
import { canaryWords } from '../../../parts/timing/canary.js'
import { expiryFieldsOf } from '../../../parts/timing/expiry.js'
import { needsSchedule } from '../../../parts/timing/timing.js'
import { timingWords } from '../../../parts/timing/timing-words.js'
import { TemplateLink } from '../../../shell/page-links/template-link.js'
import { useRole } from '../../../shell/use-role.js'
import { AudienceResult, creditsOf } from '../audience/audience-result.js'
import { reachedIn } from '../audience/drop-words.js'
import type { Composition } from '../composition.js'
import { ComposedWindows } from '../windows/composed-windows.js'
import { PhonePreview } from '../preview/phone-preview.js'
import type { PreviewQuery } from '../preview/use-previews.js'
import { faultsIn } from './send-faults.js'
import { HOLD_SECONDS, publicRequestOf } from './requests.js'
import type { useSend } from './use-send.js'

export type ReviewProps = {
  readonly account: string
  readonly composition: Composition
  readonly preview: PreviewQuery
  readonly send: ReturnType<typeof useSend>
  /** Whether the draft was changed or sent in another tab, or by a colleague. */
  readonly isElsewhere: boolean
  readonly onBack: () => void
}

/** The last look: what is sent, to whom, when and for how much. */
export function Review({ account, composition, preview, send, isElsewhere, onBack }: ReviewProps) {
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { data } = preview
  return (
    <Stack maw={720}>
      <div ref={heading} tabIndex={-1}>
        <Text c="dimmed" size="sm">
          Nothing is sent before you press the button below.
        </Text>
      </div>
      <Panel title="What happens">
        <What account={account} composition={composition} preview={data} />
      </Panel>
      <Panel title="Who gets it">
        {data === undefined ? (
          preview.error ? (
            <ErrorMessage error={preview.error} onRetry={() => void preview.refetch()} />
          ) : (
            <Delayed>
              <LinesSkeleton />
            </Delayed>
          )
        ) : (
          <Stack gap="sm">
            <AudienceResult
              preview={data}
              entries={composition.to === 'numbers' ? composition.numbers : []}
              isChanging={preview.isFetching}
            />
            <ComposedWindows account={account} composition={composition} preview={data} />
          </Stack>
        )}
      </Panel>
      <Panel title="What they see">
        <PhonePreview account={account} settled={composition} accepted={data?.recipients.accepted} canRead />
        <UnknownTags tags={data?.unknownTags ?? []} />
      </Panel>
      <Warning composition={composition} />
      {send.error !== null && <ErrorMessage error={send.error} title="Nothing was sent" />}
      <SameByApi composition={composition} />
      <SendButtons {...{ composition, preview, send, isElsewhere, onBack }} />
    </Stack>
  )
}

type WhatProps = Pick<ReviewProps, 'account' | 'composition'> & { readonly preview: PreviewQuery['data'] }

function What({ account, composition, preview }: WhatProps) {
  const { from, source, template, timing } = composition
  const { expiresAt } = expiryFieldsOf(timing)
  return (
    <Facts
      facts={[
        ['To', <To account={account} composition={composition} />],
        ['From', <SenderText account={account} from={from} />],
        ...(source === 'template' ? ([['Template', <TemplateLink account={account} id={template} />]] as const) : []),
        ['When', timingWords(timing)],
        ...(timing.hasCanary ? ([['Test', canaryWords(timing.canary)]] as const) : []),
        ...(expiresAt === undefined ? [] : ([['Stops', <TimeText at={expiresAt} zone={timing.timezone} />]] as const)),
        ['Length', preview && lengthWords(preview)],
        ...(preview && timing.when === 'repeatedly'
          ? ([['Cost', `${creditsOf(preview.credits.required)} each time`]] as const)
          : []),
      ]}
    />
  )
}

function To({ account, composition }: Omit<WhatProps, 'preview'>) {
  const { to, groups, filter, numbers } = composition
  const all = useAllGroups(account)
  const condition = conditionOfChoice(filter)
  if (to === 'filter') return condition && <FilterSummary account={account} condition={condition} />
  if (to === 'numbers') return `${formatCount(numbers.length)} entered ${numbers.length === 1 ? 'number' : 'numbers'}`
  return groups.map((id) => all.data?.find((group) => group.id === id)?.name ?? id).join(', ')
}

function lengthWords({ segments: { min, max }, encoding }: NonNullable<PreviewQuery['data']>): string {
  const count = min === max ? `${max}` : `${min} to ${max}`
  return `${count} ${max === 1 ? 'segment' : 'segments'} a text, ${encoding}`
}

function Warning({ composition: { timing } }: Pick<ReviewProps, 'composition'>) {
  if (!needsSchedule(timing)) {
    return (
      <Alert color="orange" title={`You have ${HOLD_SECONDS} seconds to undo`}>
        Then texts begin to leave. What has left cannot be called back, but you can cancel the rest at any time.
      </Alert>
    )
  }
  return (
    <Alert
      color="orange"
      title={
        timing.when === 'now' ? `You have ${HOLD_SECONDS} seconds to undo` : 'You can change or cancel it until then'
      }
    >
      The members of the audience, their consent and the credits are checked again when it is sent. What has left cannot
      be called back.
    </Alert>
  )
}

/** The API has no hold: what it sends leaves at once. */
function SameByApi({ composition }: Pick<ReviewProps, 'composition'>) {
  const request = publicRequestOf(composition, serverNowMs())
  if (request === null) return null
  return (
    <Group>
      <CurlButton request={request} label="Do this by the API" />
    </Group>
  )
}

type SendButtonsProps = Pick<ReviewProps, 'composition' | 'preview' | 'send' | 'isElsewhere' | 'onBack'>

function SendButtons({ composition, preview, send, isElsewhere, onBack }: SendButtonsProps) {
  const { reasonAgainst } = useRole()
  const [fault] = faultsIn(composition, preview.data, serverNowMs())
  const reached = preview.data && reachedIn(preview.data)
  const isSchedule = composition.timing.when !== 'now'
  const reason =
    reasonAgainst('sender') ??
    (isElsewhere ? 'This draft was changed or sent elsewhere: see above.' : undefined) ??
    fault?.words ??
    (reached === undefined ? 'Wait until the audience is counted.' : undefined)
  const people = reached === undefined ? '' : ` to ${formatCount(reached)} ${reached === 1 ? 'person' : 'people'}`
  return (
    <Group justify="space-between">
      <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={onBack} disabled={send.isPending}>
        Back to editing
      </Button>
      <ReasonedButton
        reason={reason}
        leftSection={isSchedule ? <IconCalendarCheck size={16} /> : <IconSend size={16} />}
        loading={send.isPending}
        onClick={() => (send.isIdle || send.isError ? send.mutate(composition) : undefined)}
      >
        {isSchedule ? 'Schedule it' : `Send${people}`}
      </ReasonedButton>
    </Group>
  )
}
