import {
  CONTACT_FILTER,
  SUPPORTED_ZONES,
  type Condition,
  type Contact,
  type ContactConditions,
  type Country,
  type CustomField,
  type CustomValue,
  type FieldError,
  type Gender,
  type Group,
  type Operators,
  type SegmentId,
} from '@carillon/core'
import { aContact, aCustomField, NOW, phoneOf } from '../fixtures/builders.js'
import type { Random } from './seeded.js'

export const LINKS = ['go.example.com/a', 'go.example.com/b'] as const
const TEXTS = [
  ...[
    'Ann',
    'ann',
    ' ANN ',
    'Anna',
    'Zoë',
    'zoe',
    'ZOE\u0308',
    'İstanbul',
    'STRASSE',
    'straße',
    'O\u2019Hara',
    "O'Hara",
  ],
  ...[
    'a b',
    'a\tb',
    '\u00a0x',
    'x',
    '%',
    '_',
    "'; drop table contact; --",
    '\\',
    '10',
    '山田',
    'ﬁne',
    'fine',
    '~',
    ':*',
  ],
]
const DATES = ['1990-02-28', '1992-02-29', '2000-12-31', '2026-03-01', '2026-02-28', '2026-01-30', '2027-01-01']
const NUMBERS = [-1.5, 0, 1, 1e21, 0.1, 10, 1e-7, 42]
const OPTIONS = ['Gold', 'gold plus', 'Größe L', 'x']
const MONTH_DAYS = ['today', '02-28', '02-29', '12-31', '03-01']
const GENDERS = ['MALE', 'FEMALE', 'OTHER'] as const

/** A field of each type, and one that is disabled. The last option of the selects was removed after it was chosen. */
export function customFields(account: CustomField['account']): readonly CustomField[] {
  const field = (n: 1 | 2 | 3 | 4 | 5 | 6 | 7, type: CustomField['type'], given: Partial<CustomField> = {}) =>
    aCustomField({ account, key: `contact_custom_field_${n}`, label: `Field ${n}`, type, options: [], ...given })
  const options = OPTIONS.slice(0, -1)
  return [
    field(1, 'TEXT'),
    field(2, 'NUMBER'),
    field(3, 'BOOLEAN'),
    field(4, 'DATE'),
    field(5, 'SINGLE_SELECT', { options }),
    field(6, 'MULTI_SELECT', { options }),
    field(7, 'TEXT', { status: 'disabled' }),
  ]
}

/** Makes contacts and conditions of few values, so that they often match. */
export class RandomFilters {
  constructor(
    private readonly random: Random,
    private readonly refersTo: { readonly groups: readonly Group[]; readonly segments: readonly SegmentId[] },
  ) {}

  contact(account: Contact['account'], i: number): Contact {
    const some = <T extends object>(value: () => T): T | object => (this.random() < 0.7 ? value() : {})
    const values = Object.fromEntries(
      Object.entries(this.values()).filter(() => this.random() < 0.7),
    ) as Contact['customValues']
    return aContact({
      account,
      phone: phoneOf(i),
      createdAt: this.instant(),
      tz: this.random() < 0.8 ? this.one(SUPPORTED_ZONES) : null,
      isFavorite: this.random() < 0.5,
      customValues: values,
      ...some(() => ({ firstName: this.one(TEXTS) })),
      ...some(() => ({ lastName: this.one(TEXTS) })),
      ...some(() => ({ email: this.one(['ann@example.com', 'Zoe@EXAMPLE.com', 'x@y.org']) })),
      ...some(() => ({ birthDate: this.one(DATES) })),
      ...some(() => ({ gender: this.one<Gender>(GENDERS) })),
      ...some(() => ({
        address: { city: this.one(TEXTS), state: this.one(['CO', 'co', 'Öst']), country: 'US' as Country },
      })),
    })
  }

  private values(): Readonly<Record<string, CustomValue>> {
    return {
      contact_custom_field_1: this.one(TEXTS),
      contact_custom_field_2: this.one(NUMBERS),
      contact_custom_field_3: this.random() < 0.5,
      contact_custom_field_4: this.one(DATES),
      contact_custom_field_5: this.one(OPTIONS),
      contact_custom_field_6: OPTIONS.filter((_, i) => i === 0 || this.random() < 0.4),
      contact_custom_field_7: this.one(TEXTS),
    }
  }

  /** Within a hundred days before and ten days after NOW. */
  instant(): Date {
    return new Date(NOW.getTime() + Math.floor((this.random() * 110 - 100) * 24) * 3_600_000)
  }

  /** A condition that the reader accepts. */
  condition(depth = 1): Condition {
    const condition = this.nested(depth)
    if (depth > 1) return condition
    const faults: FieldError[] = []
    const read = CONTACT_FILTER.read({ contact: condition }, 'filter', faults)
    if (faults.length > 0) throw new Error(`${JSON.stringify(condition)}: ${JSON.stringify(faults)}`)
    return read!.contact
  }

  private nested(depth: number): Condition {
    const kind = depth >= 4 ? 'fields' : this.one(['fields', 'fields', 'all', 'any', 'not'] as const)
    const several = () => Array.from({ length: Math.floor(this.random() * 4) }, () => this.condition(depth + 1))
    switch (kind) {
      case 'all':
        return { all: several() }
      case 'any':
        return { any: several() }
      case 'not':
        return { not: this.condition(depth + 1) }
      case 'fields':
        return Object.assign({}, this.fields(), this.random() < 0.3 ? this.fields() : {})
    }
  }

  private fields(): ContactConditions {
    const key = this.one([1, 2, 3, 4, 5, 6, 7] as const)
    return this.one<() => ContactConditions>([
      () => ({ firstName: this.text(TEXTS) }),
      () => ({ lastName: this.text(TEXTS) }),
      () => ({ email: this.text(['ANN@example.com', 'zoe@example.com', 'x']) }),
      () => ({ gender: this.equality(GENDERS) }),
      () => ({ birthDate: this.date() }),
      () => ({ tz: this.equality(SUPPORTED_ZONES) }),
      () => ({ isFavorite: { [this.one(['eq', 'ne'])]: this.random() < 0.5 } }),
      () => ({ createdAt: this.time() }),
      () => ({ lastSentAt: this.random() < 0.3 ? { exists: this.random() < 0.5 } : this.time() }),
      () => ({ lastReceivedAt: this.random() < 0.3 ? { exists: this.random() < 0.5 } : this.time() }),
      () => ({
        address: { [this.one(['city', 'state', 'postalCode', 'country'])]: this.text([...TEXTS, 'co', 'US']) },
      }),
      () => ({ customFields: { [`contact_custom_field_${key}`]: this.custom(key) } }),
      () => ({ customFields: { [`contact_custom_field_${key}`]: this.custom(key) } }),
      () => ({ groups: this.membership() }),
      () => ({ segments: { ids: { in: [this.one(this.refersTo.segments)] } } }),
      () => ({ clicked: { link: this.one(LINKS), ...(this.random() < 0.5 && { within: '30d' }) } }),
    ])()
  }

  private membership(): NonNullable<ContactConditions['groups']> {
    const groups = () => [this.one(this.refersTo.groups).id, this.one(this.refersTo.groups).id]
    const joinedAt = this.random() < 0.4 ? { joinedAt: this.time() } : {}
    return this.random() < 0.3 ? { ids: { notIn: groups() }, ...joinedAt } : { ids: { in: groups() }, ...joinedAt }
  }

  private custom(key: 1 | 2 | 3 | 4 | 5 | 6 | 7): Operators {
    switch (key) {
      case 1:
      case 7:
        return this.text(TEXTS)
      case 2:
        return this.random() < 0.5
          ? this.equality(NUMBERS)
          : { [this.one(['gt', 'gte', 'lt', 'lte'])]: this.one(NUMBERS) }
      case 3:
        return this.random() < 0.3 ? { exists: this.random() < 0.5 } : { [this.one(['eq', 'ne'])]: this.random() < 0.5 }
      case 4:
        return this.date()
      case 5:
        return this.equality(OPTIONS)
      case 6:
        return this.one<Operators>([
          { contains: this.one(OPTIONS) },
          { in: [this.one(OPTIONS), this.one(OPTIONS)] },
          { notIn: [this.one(OPTIONS)] },
          { exists: this.random() < 0.5 },
        ])
    }
  }

  private text(values: readonly string[]): Operators {
    const trimmed = values.filter((value) => value.trim() !== '')
    if (this.random() < 0.5) return this.equality(trimmed)
    const part = this.one(trimmed).trim()
    return { [this.one(['contains', 'startsWith'])]: part.slice(0, 1 + Math.floor(this.random() * part.length)) }
  }

  private equality(values: readonly (string | number)[]): Operators {
    return this.one<Operators>([
      { eq: this.one(values) },
      { ne: this.one(values) },
      { in: [this.one(values), this.one(values)] },
      { notIn: [this.one(values), this.one(values)] },
      { exists: this.random() < 0.5 },
    ])
  }

  private date(): Operators {
    return this.one<Operators>([
      this.equality(DATES),
      { [this.one(['gt', 'gte', 'lt', 'lte'])]: this.one(DATES) },
      { within: this.one(['30d', '9w', '1d']) },
      { olderThan: this.one(['30d', '9w', '1d']) },
      { monthDay: this.one(MONTH_DAYS) },
    ])
  }

  private time(): Operators {
    return this.one<Operators>([
      { [this.one(['gt', 'gte', 'lt', 'lte'])]: this.instant().toISOString() },
      { within: this.one(['30d', '24h', '8w']) },
      { olderThan: this.one(['30d', '24h', '8w']) },
    ])
  }

  one<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)]!
  }
}
