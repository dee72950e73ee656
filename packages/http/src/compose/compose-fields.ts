import {
  AUDIENCE_GROUPS_MAX,
  HOLD_RANGE,
  MESSAGE_FIELD_RULES,
  RECIPIENTS_RANGES,
  SAMPLE_OFFSET_RANGE,
  isStorable,
  type Account,
  type ComposedAudience,
  type ComposedRequest,
  type FieldRule,
} from '@carillon/core'
import { Check, MayBeAbsent, Nested, RequiredUnless, Text, TextList, WholeNumber } from '../input/checks.js'
import { UNSTORABLE } from '../input/refuse-unstorable.js'
import { ANY_TEXT } from '../input/shape.js'

/** Each entry is read as a number later: one that is none is dropped and reported. */
const ENTRY: FieldRule = {
  holds: (text) => isStorable(text) && text.length <= 100,
  expected: `must have at most 100 characters, and not contain ${UNSTORABLE}`,
}

export class ComposedAudienceFields {
  @RequiredUnless(hasNumbers, 'without numbers')
  @TextList(ANY_TEXT, { min: 1, max: AUDIENCE_GROUPS_MAX })
  groups?: readonly string[]
  @MayBeAbsent()
  @Check((_value, { groups }: ComposedAudienceFields) =>
    groups === undefined ? null : 'must not be given with groups',
  )
  @TextList(ENTRY, { min: 1, max: RECIPIENTS_RANGES.broadcast.max })
  numbers?: readonly string[]
}

function hasNumbers({ numbers }: ComposedAudienceFields): boolean {
  return numbers !== undefined
}

export class ComposePreviewFields {
  @Nested(ComposedAudienceFields) audience!: ComposedAudienceFields
  @Text(MESSAGE_FIELD_RULES.from) from!: string
  @Text(MESSAGE_FIELD_RULES.body) @RequiredUnless(hasMedia, 'without mediaUrl') body?: string
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.mediaUrl) mediaUrl?: string
}

export class ComposeFields {
  @Nested(ComposedAudienceFields) audience!: ComposedAudienceFields
  @Text(MESSAGE_FIELD_RULES.from) from!: string
  @Text(MESSAGE_FIELD_RULES.body) @RequiredUnless(hasMedia, 'without mediaUrl') body?: string
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.mediaUrl) mediaUrl?: string
  @Text(MESSAGE_FIELD_RULES.idempotencyKey) idempotencyKey!: string
  @MayBeAbsent() @WholeNumber(HOLD_RANGE) holdSeconds?: number
}

export class ComposeSamplesFields {
  @Nested(ComposedAudienceFields) audience!: ComposedAudienceFields
  @Text(MESSAGE_FIELD_RULES.body) body!: string
  @MayBeAbsent() @WholeNumber(SAMPLE_OFFSET_RANGE) offset?: number
  @MayBeAbsent() @Text(ANY_TEXT) phoneNumber?: string
}

function hasMedia({ mediaUrl }: ComposePreviewFields): boolean {
  return mediaUrl !== undefined
}

export function composedOf(
  { audience, from, body = '', mediaUrl }: ComposePreviewFields,
  account: Account,
): ComposedRequest {
  return { account, audience: audienceOf(audience), from, body, mediaUrl: mediaUrl ?? null }
}

/** Exactly one of both is given. */
export function audienceOf({ groups, numbers = [] }: ComposedAudienceFields): ComposedAudience {
  return groups === undefined ? { kind: 'numbers', numbers } : { kind: 'groups', groups }
}
