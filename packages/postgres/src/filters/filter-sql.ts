import type {
  CodeField,
  Comparison,
  ContactTest,
  CustomFieldKey,
  DateField,
  TextField,
  TimeComparison,
} from '@carillon/core'
import type { OwnAccount } from '../placements/naming-accounts.js'
import type { Bindings } from '../sql/sql.js'

/** A test as parts of a statement that reads `contact` and binds the account. The condition is never null. */
export type FilterSql = { readonly joins: string; readonly condition: string; readonly bindings: Bindings }

type Value = Bindings[string]

/** Values are bound, and all else comes from the tables below, so that no text of a client becomes part of a statement. */
export function filterSqlOf(test: ContactTest, own: OwnAccount): FilterSql {
  const parts = new Parts(own)
  const condition = parts.conditionOf(test)
  return { joins: [...parts.joins.values()].map(({ sql }) => sql).join(''), condition, bindings: parts.bindings }
}

/** The bindings and joins that a test has needed so far. Equal sets are joined once. */
class Parts {
  constructor(private readonly own: OwnAccount) {}

  readonly bindings: Record<string, Value> = {}
  readonly joins = new Map<string, { readonly name: string; readonly sql: string }>()

  conditionOf(test: ContactTest): string {
    switch (test.kind) {
      case 'all':
        return this.combined(test.tests, ' and ', 'true')
      case 'any':
        return this.combined(test.tests, ' or ', 'false')
      case 'not':
        return `not ${this.conditionOf(test.test)}`
      case 'present':
        return `(${columnOf(test.field)} is not null)`
      case 'text':
        return this.ofText(test)
      case 'code':
        return known(`${columnOf(test.field)} = any (${this.bind(test.values)}::text[])`)
      case 'options':
        return known(`jsonb_exists_any(${jsonOf(test.field)}, ${this.bind(test.values)}::text[])`)
      case 'date':
        return known(`(${columnOf(test.field)}) collate "C" ${SIGNS[test.is]} ${this.bind(test.value)}`)
      case 'monthDay':
        return known(`substr(${columnOf(test.field)}, 6) = any (${this.bind(test.days)}::text[])`)
      case 'number':
        return known(this.ofNumber(test))
      case 'numbers':
        return known(`${jsonOf(test.field)} = any (${this.bind(test.values.map(String))}::text[]::jsonb[])`)
      case 'flag':
        return known(`${flagOf(test.field)} = ${this.bind(test.value)}::boolean`)
      case 'created':
        return `(contact.created_at ${SIGNS[test.is]} ${this.bind(test.at)}::timestamptz)`
      case 'member':
        return this.ofMember(test)
      case 'last':
        return this.ofLast(test)
      case 'clicked':
        return this.ofClicked(test)
    }
  }

  private combined(tests: readonly ContactTest[], word: string, none: string): string {
    if (tests.length === 0) return none
    return `(${tests.map((each) => this.conditionOf(each)).join(word)})`
  }

  private ofText({ field, how, values }: Extract<ContactTest, { kind: 'text' }>): string {
    const text = foldedOf(field)
    switch (how) {
      case 'equal':
        return known(`${text} = any (${this.bind(values)}::text[])`)
      case 'containing':
        return known(values.map((value) => `position(${this.bind(value)} in ${untrimmedOf(field)}) > 0`).join(' or '))
      case 'starting':
        return known(values.map((value) => `starts_with(${text}, ${this.bind(value)})`).join(' or '))
    }
  }

  /**
   * A value of another type, from before the field was added again, counts as none. JSON is compared as such, because
   * reading the value as a number takes longer than all the rest of the condition. In the order of JSON, texts come
   * before numbers, and all else comes after them.
   */
  private ofNumber({ field, is, value }: Extract<ContactTest, { kind: 'number' }>): string {
    const json = jsonOf(field)
    const compared = `${json} ${SIGNS[is]} ${this.bind(String(value))}::text::jsonb`
    const isGreater = is === 'gt' || is === 'gte'
    return isGreater ? `(${compared} and ${json} < 'false')` : `(${compared} and jsonb_typeof(${json}) = 'number')`
  }

  /** A contact has at most one membership of a group: Postgres can divide the set among processes if it is not made distinct. */
  private ofMember({ groups, joined }: Extract<ContactTest, { kind: 'member' }>): string {
    const among = groups === null ? '' : ` and membership.group_id = any (${this.bind(groups)}::text[])`
    const when = joined.map((time) => ` and ${this.compared('membership.since', time)}`).join('')
    return this.inSet(
      JSON.stringify({ groups, joined }),
      'contact.id',
      `
       select ${groups?.length === 1 ? '' : 'distinct '}membership.contact_id as key
         from membership
        where membership.account_id = :account and membership.state <> 'removed' and membership.state = 'active'${among}${when}`,
    )
  }

  /**
   * The last message is at or after a time if any is, and before it if none is. The messages of each number are looked
   * up: with `order by` and `limit`, they are not joined, and the index with this order is used.
   */
  private ofLast({ message, time }: Extract<ContactTest, { kind: 'last' }>): string {
    const [number, kind] = message === 'sent' ? ['message.to_number', SENT] : ['message.from_number', RECEIVED]
    const any = (since: TimeComparison | null) => `((
         select true
           from message
          where ${this.own('message')}message.account_id = contact.account_id
            and ${number} >= contact.phone and ${number} <= contact.phone
            and ${kind} and message.sent_at is not null${since === null ? '' : ` and ${this.compared('message.sent_at', since)}`}
          order by ${number}
          limit 1
       ) is not null)`
    if (time === null) return any(null)
    const { is, at } = time
    switch (is) {
      case 'gt':
      case 'gte':
        return any(time)
      case 'lt':
        return `(${any(null)} and not ${any({ is: 'gte', at })})`
      case 'lte':
        return `(${any(null)} and not ${any({ is: 'gt', at })})`
      case 'eq':
        return `(${any({ is: 'gte', at })} and not ${any({ is: 'gt', at })})`
    }
  }

  private ofClicked({ link, since }: Extract<ContactTest, { kind: 'clicked' }>): string {
    const last = since === null ? ' is not null' : ` >= ${this.bind(since)}::timestamptz`
    return this.inSet(
      JSON.stringify({ link, since }),
      'contact.phone',
      `
       select distinct message.to_number as key
         from click_count
        cross join lateral (
          select to_number
            from message
           where ${this.own('message')}message.account_id = click_count.account_id
             and message.id >= click_count.message_id and message.id <= click_count.message_id
           order by message.id
           limit 1
        ) as message
        where click_count.account_id = :account and click_count.link = ${this.bind(link)}
          and click_count.message_id is not null and click_count.last_at${last}`,
    )
  }

  /** Joins the set, which takes the same time whatever else the filter asks, and tells whether the contact is in it. */
  private inSet(name: string, key: string, set: string): string {
    const known = this.joins.get(name)
    const alias = known?.name ?? `set${this.joins.size}`
    if (known === undefined) {
      this.joins.set(name, { name: alias, sql: `\n  left join (${set}\n  ) as ${alias} on ${alias}.key = ${key}` })
    }
    return `(${alias}.key is not null)`
  }

  private compared(column: string, { is, at }: TimeComparison): string {
    return `${column} ${SIGNS[is]} ${this.bind(at)}::timestamptz`
  }

  private bind(value: Value): string {
    const name = `f${Object.keys(this.bindings).length}`
    this.bindings[name] = value
    return `:${name}`
  }
}

/** Texts about consent, such as confirmations, do not count as sent. */
const SENT = "message.direction = 'outbound' and message.purpose = 'message'"
const RECEIVED = "message.direction = 'inbound'"

const SIGNS: Readonly<Record<Comparison, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** False where a value is missing. */
function known(condition: string): string {
  return `coalesce(${condition}, false)`
}

const COLUMNS: Readonly<Record<Exclude<TextField | CodeField | DateField, CustomFieldKey>, string>> = {
  firstName: 'contact.first_name',
  lastName: 'contact.last_name',
  email: 'contact.email',
  gender: 'contact.gender',
  birthDate: 'contact.birth_date',
  tz: 'contact.tz',
  city: 'contact.city',
  state: 'contact.state',
  postalCode: 'contact.postal_code',
  country: 'contact.country',
}

function isPlain(field: string): field is keyof typeof COLUMNS {
  return Object.hasOwn(COLUMNS, field)
}

function columnOf(field: TextField | CodeField | DateField): string {
  return isPlain(field) ? COLUMNS[field] : `(contact.custom_values ->> '${field}')`
}

/** As `foldedForSearch` folds it: what has more than ASCII is stored folded. */
function foldedOf(field: TextField): string {
  return `coalesce(contact.folded ->> '${field}', btrim(${lowered(field)}, E' \\t\\n\\x0b\\f\\r'))`
}

/** For values that neither begin nor end with white space: they are in the same texts as in those without it. */
function untrimmedOf(field: TextField): string {
  return `coalesce(contact.folded ->> '${field}', ${lowered(field)})`
}

function lowered(field: TextField): string {
  return `lower(${columnOf(field)} collate "C")`
}

function flagOf(field: 'isFavorite' | CustomFieldKey): string {
  if (field === 'isFavorite') return 'contact.is_favorite'
  const value = jsonOf(field)
  return `case when jsonb_typeof(${value}) = 'boolean' then (${value})::boolean end`
}

function jsonOf(key: CustomFieldKey): string {
  return `(contact.custom_values -> '${key}')`
}
