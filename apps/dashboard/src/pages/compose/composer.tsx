import { Box, Button, Grid, Group, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowRight, IconSend } from '@tabler/icons-react'
import { useCallback, useRef, useState, type FormEvent } from 'react'
import { serverNowMs } from '../../api/server-clock.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { hasMedia } from '../../parts/message/template/template-texts.js'
import { useTemplate } from '../../parts/message/template/use-template.js'
import { SenderField } from '../../parts/message/sender-field.js'
import { Panel } from '../../parts/panel.js'
import type { Timing } from '../../parts/timing/timing.js'
import { TimetablePreview } from '../../parts/timing/timetable-preview.js'
import { TimingField } from '../../parts/timing/timing-field.js'
import { useDialog } from '../../parts/use-dialog.js'
import { useRole } from '../../shell/use-role.js'
import { AudienceField } from './audience/audience-field.js'
import { AudienceResult } from './audience/audience-result.js'
import { MessageField } from './message-field.js'
import { hasMessage, type Changes, type Composition } from './composition.js'
import { PhonePreview } from './preview/phone-preview.js'
import { TestDialog } from './preview/test-dialog.js'
import type { PreviewQuery } from './preview/use-previews.js'
import { ComposedWindows } from './windows/composed-windows.js'
import { faultsIn, type Fault } from './send/send-faults.js'
import { previewFaultsOf } from './preview/preview-faults.js'

export type ComposerProps = {
  readonly account: string
  readonly composition: Composition
  /** The composition after a pause in typing: the service is asked about this one. */
  readonly settled: Composition
  readonly preview: PreviewQuery
  readonly onChange: (changes: Changes) => void
  readonly onReview: () => void
}

/** Why there is nothing to send as a test. */
const NOTHING_YET = { text: 'Write a text first.', template: 'Choose a template first.' } as const

/** Everything that is composed, with the preview beside it. */
export function Composer({ account, composition, settled, preview, onChange, onReview }: ComposerProps) {
  const { to, groups, filter, numbers, from, source, body, mediaUrl, template, timing } = composition
  const { can, reasonAgainst } = useRole()
  const chosen = useTemplate(account, source === 'template' ? template : '').data
  const [isTesting, test] = useDialog()
  const [shown, setShown] = useState<readonly Fault[]>([])
  const form = useRef<HTMLFormElement>(null)
  const { bodyError, mediaError, otherError } = previewFaultsOf(preview.error)
  const open = faultsIn(composition, preview.data, serverNowMs())
  const errorAt = (place: Fault['at']) =>
    shown.some(({ at }) => at === place) ? open.find(({ at }) => at === place)?.words : undefined
  const review = (event?: FormEvent) => {
    event?.preventDefault()
    setShown(open)
    if (open.length === 0) onReview()
    else form.current?.querySelector<HTMLElement>(`[data-part=${open[0]!.at}] :is(input, textarea, select)`)?.focus()
  }
  const setFrom = useCallback((number: string) => onChange({ from: number }), [onChange])
  const changeTiming = useCallback(
    (changes: Partial<Timing>) => onChange({ timing: { ...timing, ...changes } }),
    [onChange, timing],
  )
  useHotkeys([['mod+Enter', () => review()]], [])
  return (
    <form ref={form} onSubmit={review} noValidate>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <Stack>
            <Part name="audience" title="To" error={errorAt('audience')}>
              <AudienceField
                {...{ account, to, groups, filter, numbers, onChange }}
                isMissingShown={shown.some(({ at }) => at === 'audience')}
              />
            </Part>
            <Part name="message" title="Message" error={errorAt('message')}>
              <Box data-part="from">
                <SenderField
                  account={account}
                  from={from}
                  hasMedia={source === 'template' ? chosen !== undefined && hasMedia(chosen) : mediaUrl !== ''}
                  error={errorAt('from')}
                  onFrom={setFrom}
                />
              </Box>
              <MessageField
                {...{ account, source, body, mediaUrl, template, onChange, bodyError, mediaError }}
                unknownTags={preview.data?.unknownTags}
              />
            </Part>
            <Part name="timing" title="When">
              <TimingField
                timing={timing}
                onChange={changeTiming}
                error={errorAt('timing')}
                expiryError={errorAt('expiry')}
              />
              <TimetablePreview account={account} timing={timing} />
            </Part>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <Stack className="beside">
            <Panel title="Preview">
              <Stack gap="md">
                <PhonePreview
                  account={account}
                  settled={settled}
                  accepted={preview.data?.recipients.accepted}
                  canRead={can('editor')}
                />
                {otherError !== null && <ErrorMessage error={otherError} title="The audience could not be counted" />}
                {preview.data && (
                  <AudienceResult
                    preview={preview.data}
                    entries={to === 'numbers' ? numbers : []}
                    isChanging={preview.isFetching}
                  />
                )}
                <ComposedWindows account={account} composition={settled} preview={preview.data} />
              </Stack>
            </Panel>
            <Group grow preventGrowOverflow={false}>
              <ReasonedButton
                variant="default"
                leftSection={<IconSend size={16} />}
                reason={reasonAgainst('sender') ?? (hasMessage(composition) ? undefined : NOTHING_YET[source])}
                onClick={test.open}
              >
                Send a test
              </ReasonedButton>
              <Button type="submit" rightSection={<IconArrowRight size={16} />}>
                Review
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
      </Grid>
      <TestDialog account={account} composition={composition} isOpen={isTesting} onClose={test.close} />
    </form>
  )
}

type PartProps = {
  readonly name: Fault['at']
  readonly title: string
  readonly error?: string | undefined
  readonly children: React.ReactNode
}

function Part({ name, title, error, children }: PartProps) {
  return (
    <div data-part={name}>
      <Panel title={title}>
        <Stack gap="md">
          {children}
          {error !== undefined && (
            <Box c="var(--bad)" fz="sm" role="alert">
              {error}
            </Box>
          )}
        </Stack>
      </Panel>
    </div>
  )
}
