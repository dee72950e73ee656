import {
  CANARY_SCHEMA,
  DECLARATION_RULES,
  MESSAGE_BODY_MAX,
  MESSAGE_FIELD_RULES,
  RECURRENCE_RANGES,
  WALL_CLOCK,
  WAVE_RANGES,
  WEEKDAYS,
  lengthOf,
  oneOf,
  orNull,
  type End,
  type Pattern,
  type RequestedCanary,
  type WaveConfig,
  type Weekday,
} from '@carillon/core'
import { AudienceFields } from '../filters/audience-fields.js'
import {
  Distinct,
  Flag,
  GoesWith,
  MayBe,
  MayBeAbsent,
  MayBeNull,
  Nested,
  NotWith,
  OneOf,
  RequiredUnless,
  Text,
  TextList,
  WholeNumber,
} from '../input/checks.js'
import { TemplateRefFields } from '../templates/template-fields.js'

const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const satisfies readonly Pattern['frequency'][]
const END_TYPES = ['never', 'onDate', 'afterOccurrences'] as const satisfies readonly End['endType'][]
const DAYS_OF_WEEK = { min: 1, max: WEEKDAYS.length }

export class RecurrenceFields {
  @OneOf(FREQUENCIES) frequency!: Pattern['frequency']
  @WholeNumber(RECURRENCE_RANGES.interval) interval!: number
  @GoesWith('frequency', 'weekly') @TextList(oneOf(WEEKDAYS), DAYS_OF_WEEK) @Distinct() daysOfWeek?: Weekday[]
  @GoesWith('frequency', 'monthly') @WholeNumber(RECURRENCE_RANGES.dayOfMonth) dayOfMonth?: number
  @OneOf(END_TYPES) endType!: End['endType']
  @GoesWith('endType', 'onDate') @Text(WALL_CLOCK) endOnDate?: string
  @GoesWith('endType', 'afterOccurrences')
  @WholeNumber(RECURRENCE_RANGES.endAfterOccurrences)
  endAfterOccurrences?: number
}

export class TimetableFields {
  @Text(WALL_CLOCK) at!: string
  @Text(DECLARATION_RULES.timezone) timezone!: string
  @MayBeAbsent() @Flag() sendByLocalTime?: boolean
  @MayBeAbsent() @Nested(RecurrenceFields) recurrence?: RecurrenceFields
}

export class WaveFields implements WaveConfig {
  @WholeNumber(WAVE_RANGES.recipientsPerWave) recipientsPerWave!: number
  @WholeNumber(WAVE_RANGES.waveIntervalMinutes) waveIntervalMinutes!: number
}

const BODY = lengthOf({ min: 1, max: MESSAGE_BODY_MAX })

const hasTemplate = ({ template }: { readonly template?: TemplateRefFields }) => template !== undefined

export class ScheduleFields {
  @Nested(AudienceFields) audience!: AudienceFields
  @Text(MESSAGE_FIELD_RULES.from) from!: string
  @RequiredUnless(hasTemplate, 'without template') @Text(BODY) body?: string
  @MayBeAbsent() @NotWith('body') @Nested(TemplateRefFields) template?: TemplateRefFields
  @Nested(TimetableFields) schedule!: TimetableFields
  @MayBeAbsent() @Nested(WaveFields) waveConfig?: WaveFields
  @MayBe(CANARY_SCHEMA) canary?: RequestedCanary
  @MayBeAbsent() @Flag() smartEncoding?: boolean
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.idempotencyKey) idempotencyKey?: string
}

export class SchedulePatchFields {
  @MayBeAbsent() @Nested(AudienceFields) audience?: AudienceFields
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.from) from?: string
  @MayBeAbsent() @Text(BODY) body?: string
  @MayBeAbsent() @NotWith('body') @Nested(TemplateRefFields) template?: TemplateRefFields
  @MayBeAbsent() @Nested(TimetableFields) schedule?: TimetableFields
  @MayBeNull() @Nested(WaveFields) waveConfig?: WaveFields | null
  @MayBe(orNull(CANARY_SCHEMA)) canary?: RequestedCanary | null
  @MayBeNull() @Flag() smartEncoding?: boolean | null
  @MayBeAbsent() @OneOf(['active', 'paused']) status?: 'active' | 'paused'
}

/** A schedule that an operator creates, for a contact list. */
export class ListScheduleFields {
  @Text(DECLARATION_RULES.name) list!: string
  @Text(MESSAGE_FIELD_RULES.from) from!: string
  @RequiredUnless(hasTemplate, 'without template') @Text(BODY) body?: string
  @MayBeAbsent() @NotWith('body') @Nested(TemplateRefFields) template?: TemplateRefFields
  @Nested(TimetableFields) schedule!: TimetableFields
  @MayBeAbsent() @Nested(WaveFields) waveConfig?: WaveFields
  @MayBe(CANARY_SCHEMA) canary?: RequestedCanary
  @MayBeAbsent() @Flag() smartEncoding?: boolean
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.idempotencyKey) idempotencyKey?: string
}
