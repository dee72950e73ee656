/** What the values of a field are, which decides about its operators. */
export type Kind =
  | 'text'
  | 'gender'
  | 'tz'
  | 'date'
  | 'flag'
  | 'flagOrNone'
  | 'instant'
  | 'instantOrNone'
  | 'number'
  | 'option'
  | 'options'
  | 'groups'
  | 'segments'
  | 'clicked'

/**
 * Operators as people choose them. `missing` is `exists: false`, `today` is `monthDay: "today"`, and `joined` asks only
 * when a person joined any group.
 */
export type Operator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'notIn'
  | 'exists'
  | 'missing'
  | 'contains'
  | 'startsWith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'within'
  | 'olderThan'
  | 'monthDay'
  | 'today'
  | 'joined'
  | 'clicked'

/** The operators of times, which also say when a person joined a group or clicked a link. */
export const TIME_OPERATORS = ['within', 'olderThan', 'gt', 'gte', 'lt', 'lte'] as const satisfies readonly Operator[]
export type TimeOperator = (typeof TIME_OPERATORS)[number]

const EQUALITY = ['eq', 'ne', 'in', 'notIn'] as const
const PRESENCE = ['exists', 'missing'] as const
const RANGE = ['lt', 'lte', 'gt', 'gte'] as const

/** The operators of each kind, the most usual first. */
export const OPERATORS: Readonly<Record<Kind, readonly Operator[]>> = {
  text: [...EQUALITY, 'contains', 'startsWith', ...PRESENCE],
  gender: [...EQUALITY, ...PRESENCE],
  tz: [...EQUALITY, ...PRESENCE],
  date: ['today', 'monthDay', ...EQUALITY, ...RANGE, 'within', 'olderThan', ...PRESENCE],
  flag: ['eq', 'ne'],
  flagOrNone: ['eq', 'ne', ...PRESENCE],
  instant: TIME_OPERATORS,
  instantOrNone: [...TIME_OPERATORS, ...PRESENCE],
  number: [...EQUALITY, ...RANGE, ...PRESENCE],
  option: [...EQUALITY, ...PRESENCE],
  options: ['in', 'notIn', 'contains', ...PRESENCE],
  groups: ['in', 'notIn', 'joined'],
  segments: ['in'],
  clicked: ['clicked'],
}

const WORDS: Readonly<Record<Operator, string>> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  notIn: 'is none of',
  exists: 'is set',
  missing: 'is not set',
  contains: 'contains',
  startsWith: 'begins with',
  gt: 'is after',
  gte: 'is on or after',
  lt: 'is before',
  lte: 'is on or before',
  within: 'is in the last',
  olderThan: 'is more than … ago',
  monthDay: 'has its day on',
  today: 'has its day today',
  joined: 'joined any group',
  clicked: 'clicked',
}

const WORDS_OF_KIND: Partial<Readonly<Record<Kind, Partial<Readonly<Record<Operator, string>>>>>> = {
  number: { gt: 'is more than', gte: 'is at least', lt: 'is less than', lte: 'is at most' },
  instant: { gte: 'is at or after', lte: 'is at or before' },
  instantOrNone: { gte: 'is at or after', lte: 'is at or before', exists: 'is at any time', missing: 'is never' },
  options: { in: 'has one of', notIn: 'has none of', contains: 'has' },
  groups: { in: 'is in one of', notIn: 'is in none of' },
  segments: { in: 'is in one of' },
}

/** An operator in plain English. */
export function operatorWords(kind: Kind, operator: Operator): string {
  return WORDS_OF_KIND[kind]?.[operator] ?? WORDS[operator]
}

/** How a value is entered. */
export type Input =
  | 'none'
  | 'text'
  | 'texts'
  | 'number'
  | 'numbers'
  | 'date'
  | 'dates'
  | 'yesNo'
  | 'choice'
  | 'choices'
  | 'duration'
  | 'days'
  | 'instant'
  | 'monthDay'

export function inputOf(kind: Kind, operator: Operator): Input {
  switch (operator) {
    case 'exists':
    case 'missing':
    case 'today':
    case 'joined':
      return 'none'
    case 'within':
    case 'olderThan':
      return kind === 'date' ? 'days' : 'duration'
    case 'monthDay':
      return 'monthDay'
    case 'in':
    case 'notIn':
      return SEVERAL[kind]
    case 'eq':
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'contains':
    case 'startsWith':
    case 'clicked':
      return ONE[kind]
  }
}

const ONE: Readonly<Record<Kind, Input>> = {
  text: 'text',
  gender: 'choice',
  tz: 'choice',
  date: 'date',
  flag: 'yesNo',
  flagOrNone: 'yesNo',
  instant: 'instant',
  instantOrNone: 'instant',
  number: 'number',
  option: 'choice',
  options: 'choice',
  groups: 'choices',
  segments: 'choices',
  clicked: 'choice',
}

const SEVERAL: Readonly<Record<Kind, Input>> = {
  ...ONE,
  text: 'texts',
  gender: 'choices',
  tz: 'choices',
  date: 'dates',
  number: 'numbers',
  option: 'choices',
  options: 'choices',
}

/** Whether the value of such an input is a list. */
export function isList(input: Input): boolean {
  return input === 'texts' || input === 'numbers' || input === 'dates' || input === 'choices'
}
