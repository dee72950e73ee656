import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useCallback, useState, type FormEvent } from 'react'
import { GroupsField } from '../../../parts/audience/groups-field.js'
import { FilterField } from '../../../parts/filters/filter-field.js'
import { fieldErrorsOf } from '../../../parts/form/field-errors.js'
import { MessageText } from '../../../parts/message/message-text.js'
import { LazyTemplateField } from '../../../parts/message/template/lazy-template-field.js'
import { SourceControl } from '../../../parts/message/template/source-control.js'
import { hasMedia } from '../../../parts/message/template/template-texts.js'
import { useTemplate } from '../../../parts/message/template/use-template.js'
import { SenderField } from '../../../parts/message/sender-field.js'
import { Panel } from '../../../parts/panel.js'
import { ErrorMessage } from '../../../parts/state/error-message.js'
import { missingIn, type Timing } from '../../../parts/timing/timing.js'
import { TimetablePreview } from '../../../parts/timing/timetable-preview.js'
import { TimingField } from '../../../parts/timing/timing-field.js'
import { ScheduledWindows } from '../../../parts/windows/scheduled-windows.js'
import { TemplateLink } from '../../../shell/page-links/template-link.js'
import { useAccount } from '../../../shell/use-session.js'
import { useChangeSchedule, type Schedule } from '../use-schedules.js'
import {
  audienceIn,
  changesIn,
  missingAudience,
  missingMessage,
  timesDiffer,
  valuesOf,
  type ScheduleValues,
} from './schedule-values.js'

export type ScheduleFormProps = {
  readonly account: string
  readonly schedule: Schedule
  /** The local time of its next occurrence, if it has one. */
  readonly next: string | undefined
  readonly onDone: () => void
}

/** Everything of a schedule that can be changed. Only what was changed is sent. */
export function ScheduleForm({ account, schedule, next, onDone }: ScheduleFormProps) {
  const [initial] = useState(() => valuesOf(schedule, next))
  const [values, setValues] = useState(initial)
  const [fault, setFault] = useState<string | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const { smartEncoding: ofAccount } = useAccount()
  const save = useChangeSchedule(account, schedule.id)
  const change = useCallback(
    (changes: Partial<ScheduleValues>) => setValues((before) => ({ ...before, ...changes })),
    [],
  )
  const setBody = useCallback((body: string) => change({ body }), [change])
  const setFrom = useCallback((from: string) => change({ from }), [change])
  const { source, body, template, from, to, groups, filter, timing } = values
  const isTemplate = source === 'template'
  const chosen = useTemplate(account, isTemplate ? template : '').data
  const errors = fieldErrorsOf(save.error)
  const nobody = isChecked ? missingAudience(initial, values) : null
  const nothing = isChecked ? (missingMessage(values) ?? undefined) : undefined
  const isTimeChanged = timesDiffer(initial.timing, timing)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn(timing)
    setFault(missing)
    setIsChecked(true)
    if (missing !== null || missingAudience(initial, values) !== null) return
    if (missingMessage(values) !== null || save.isPending) return
    const changes = changesIn(initial, values)
    if (Object.keys(changes).length === 0) return onDone()
    save.mutate(changes, { onSuccess: onDone })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={760}>
        <Panel title="To">
          <Stack gap="xs">
            {schedule.audience === null && (
              <Text size="sm">
                It sends to a list of numbers. Choose groups, or a segment or filter, to send to these people instead.
              </Text>
            )}
            <SegmentedControl
              aria-label="To"
              data={[
                { value: 'groups', label: 'Groups' },
                { value: 'filter', label: 'Segment or filter' },
              ]}
              value={to}
              onChange={(value) => change({ to: value as ScheduleValues['to'] })}
              fullWidth
            />
            {to === 'groups' ? (
              <GroupsField account={account} groups={groups} onChange={(chosen) => change({ groups: chosen })} />
            ) : (
              <FilterField
                account={account}
                choice={filter}
                isMissingShown={nobody !== null}
                onChange={(edit) => setValues((before) => ({ ...before, filter: edit(before.filter) }))}
              />
            )}
            {nobody !== null && (
              <Text size="sm" c="var(--bad)" role="alert">
                {nobody}
              </Text>
            )}
          </Stack>
        </Panel>
        <Panel title="Message">
          <Stack gap="md">
            <SenderField
              account={account}
              from={from}
              hasMedia={chosen !== undefined && hasMedia(chosen)}
              error={errors['from']}
              onFrom={setFrom}
            />
            <SourceControl source={source} onSource={(chosen) => change({ source: chosen })} />
            {isTemplate ? (
              <LazyTemplateField
                account={account}
                template={template}
                onTemplate={(id) => change({ template: id })}
                error={nothing}
                linkOf={(id) => (
                  <TemplateLink account={account} id={id}>
                    Open the template
                  </TemplateLink>
                )}
              />
            ) : (
              <MessageText
                account={account}
                body={body}
                onBody={setBody}
                error={nothing ?? errors['body']}
                smartEncoding={schedule.smartEncoding ?? ofAccount}
              />
            )}
          </Stack>
        </Panel>
        <Panel title="When">
          <Stack gap="md">
            <TimingField
              timing={timing}
              choices={['once', 'repeatedly']}
              error={fault ?? undefined}
              onChange={(changes) => change({ timing: { ...timing, ...changes } })}
            />
            {isTimeChanged && <NewTimes account={account} schedule={schedule} timing={timing} />}
            <ScheduledWindows
              {...{ account, audience: audienceIn(values), from, timing }}
              body={isTemplate ? '' : body}
              template={isTemplate && template !== '' ? template : undefined}
            />
          </Stack>
        </Panel>
        {save.error !== null && <ErrorMessage error={save.error} title="The schedule was not changed" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Discard changes
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type NewTimesProps = { readonly account: string; readonly schedule: Schedule; readonly timing: Timing }

/** What becomes of the coming occurrences with another time. */
function NewTimes({ account, schedule, timing }: NewTimesProps) {
  const hasSkipped = (schedule.skipped?.length ?? 0) > 0
  return (
    <>
      <Text size="sm" c="var(--doubtful)">
        These times replace all coming ones. {hasSkipped && 'What you have skipped is forgotten. '}
        {timing.recurrence.endType === 'afterOccurrences' && 'Sends are counted from the beginning.'}
      </Text>
      <TimetablePreview account={account} timing={timing} />
    </>
  )
}
