import {
  AUDIENCE_GROUPS_MAX,
  CANARY_SCHEMA,
  CONTACT_FILTER,
  HOLD_RANGE,
  INSTANT,
  MESSAGE_FIELD_RULES,
  RECIPIENTS_RANGES,
  SAMPLE_OFFSET_RANGE,
  audienceOfFilter,
  isStorable,
  type Account,
  type ComposedAudience,
  type ComposedRequest,
  type ContactFilterInput,
  type FieldRule,
  type RequestedCanary,
} from '@carillon/core'
import {
  Check,
  Flag,
  MayBe,
  MayBeAbsent,
  Nested,
  NotWith,
  RequiredUnless,
  Text,
  TextList,
  WholeNumber,
  together,
} from '../input/checks.js'
import { UNSTORABLE } from '../input/refuse-unstorable.js'
import { ANY_TEXT } from '../input/shape.js'
import { TemplateRefFields } from '../templates/template-fields.js'

/** Each entry is read as a number later: one that is none is dropped and reported. */
const ENTRY: FieldRule = {
  holds: (text) => isStorable(text) && text.length <= 100,
  expected: `must have at most 100 characters, and not contain ${UNSTORABLE}`,
}

/** Exactly one of these. */
export class ComposedAudienceFields {
  @RequiredUnless(hasOthers, 'without numbers and filter')
  @TextList(ANY_TEXT, { min: 1, max: AUDIENCE_GROUPS_MAX })
  groups?: readonly string[]
  @NotBeside('groups') @TextList(ENTRY, { min: 1, max: RECIPIENTS_RANGES.broadcast.max }) numbers?: readonly string[]
  @NotBeside('groups', 'numbers') @MayBe(CONTACT_FILTER) filter?: ContactFilterInput
}

function hasOthers({ numbers, filter }: ComposedAudienceFields): boolean {
  return numbers !== undefined || filter !== undefined
}

/** The property may be left out, and must be if one of the others is given. */
function NotBeside(...others: readonly (keyof ComposedAudienceFields)[]): PropertyDecorator {
  return together(
    MayBeAbsent(),
    Check((_value, audience: ComposedAudienceFields) => {
      const other = others.find((name) => audience[name] !== undefined)
      return other === undefined ? null : `must not be given with ${other}`
    }),
  )
}

export class ComposePreviewFields {
  @Nested(ComposedAudienceFields) audience!: ComposedAudienceFields
  @Text(MESSAGE_FIELD_RULES.from) from!: string
  @Text(MESSAGE_FIELD_RULES.body) @RequiredUnless(hasOtherContent, 'without mediaUrl') body?: string
  @MayBeAbsent() @NotWith('body') @Nested(TemplateRefFields) template?: TemplateRefFields
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.mediaUrl) mediaUrl?: string
  @MayBeAbsent() @Flag() isScheduled?: boolean
  @MayBeAbsent() @Text(INSTANT) expiresAt?: string
}

export class ComposeFields {
  @Nested(ComposedAudienceFields) audience!: ComposedAudienceFields
  @Text(MESSAGE_FIELD_RULES.from) from!: string
  @Text(MESSAGE_FIELD_RULES.body) @RequiredUnless(hasOtherContent, 'without mediaUrl') body?: string
  @MayBeAbsent() @NotWith('body') @Nested(TemplateRefFields) template?: TemplateRefFields
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.mediaUrl) mediaUrl?: string
  @Text(MESSAGE_FIELD_RULES.idempotencyKey) idempotencyKey!: string
  @MayBeAbsent() @WholeNumber(HOLD_RANGE) holdSeconds?: number
  @MayBe(CANARY_SCHEMA) canary?: RequestedCanary
  @MayBeAbsent() @Text(INSTANT) expiresAt?: string
}

export class ComposeSamplesFields {
  @Nested(ComposedAudienceFields) audience!: ComposedAudienceFields
  @Text(MESSAGE_FIELD_RULES.body) @RequiredUnless(hasTemplate, 'without template') body?: string
  @MayBeAbsent() @NotWith('body') @Nested(TemplateRefFields) template?: TemplateRefFields
  @MayBeAbsent() @WholeNumber(SAMPLE_OFFSET_RANGE) offset?: number
  @MayBeAbsent() @Text(ANY_TEXT) phoneNumber?: string
}

function hasOtherContent({ mediaUrl, template }: ComposePreviewFields): boolean {
  return mediaUrl !== undefined || template !== undefined
}

function hasTemplate({ template }: ComposeSamplesFields): boolean {
  return template !== undefined
}

export function composedOf(
  { audience, from, body = '', mediaUrl, template }: ComposePreviewFields,
  account: Account,
): ComposedRequest {
  return { account, audience: audienceOf(audience), from, body, mediaUrl: mediaUrl ?? null, template: template?.id }
}

export function audienceOf({ groups, numbers = [], filter }: ComposedAudienceFields): ComposedAudience {
  if (filter !== undefined) return audienceOfFilter(filter.contact)
  return groups === undefined ? { kind: 'numbers', numbers } : { kind: 'groups', groups }
}
