import { codePointsOf, isStorable, refuseFaults, ruleFault, type FieldRule, type PageRequest } from '@carillon/core'
import { Expose, Transform, plainToInstance } from 'class-transformer'
import { Max, Min, type ValidationArguments } from 'class-validator'
import type { Request } from 'express'
import { Check, together, type Shape } from './checks.js'
import { shapeFaults } from './shape.js'

const PAGE_MAX = 1_000_000
export const LIMIT_DEFAULT = 20
export const LIMIT_MAX = 100

/** The query parameters of a paged list. */
export class PageQuery {
  @Count({ max: PAGE_MAX })
  page = 1

  @Count({})
  limit = LIMIT_DEFAULT
}

/** Page and limit as the response shows them: a limit above the maximum becomes the maximum. */
export function pageRequestOf({ page, limit }: PageQuery): PageRequest {
  return { page, limit: Math.min(limit, LIMIT_MAX) }
}

/** Reads the parameters that the class declares, each at most once, and ignores all others. */
export function readQuery<T extends object>(req: Request, shape: Shape<T>): T {
  const parameters = new URLSearchParams(req.url.split('?').slice(1).join('?'))
  const given = [...new Set(parameters.keys())].map((name): [string, unknown] => {
    const values = parameters.getAll(name)
    return [name, values.length === 1 ? values[0] : values]
  })
  const query = plainToInstance(shape, Object.fromEntries(given), {
    excludeExtraneousValues: true,
    exposeDefaultValues: true,
  })
  refuseFaults(shapeFaults(query))
  return query
}

/** An optional parameter. An empty value counts as absent. */
export function Parameter(rule: FieldRule): PropertyDecorator {
  return once((text) => (text === undefined || text === '' || rule.holds(text) ? null : ruleFault(rule, text)))
}

/** A parameter that must be given, and must not be empty. */
export function RequiredParameter(rule: FieldRule): PropertyDecorator {
  return once((text) =>
    text === undefined || text === '' ? 'is required' : rule.holds(text) ? null : ruleFault(rule, text),
  )
}

/** A whole number above zero. */
export function Count({ max = Infinity }: { max?: number }): PropertyDecorator {
  const expected = `must be a whole number${max === Infinity ? ', 1 or greater' : ` from 1 to ${max}`}`
  const toNumber = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
  )
  const message = ({ value }: ValidationArguments) => (Array.isArray(value) ? GIVEN_TWICE : expected)
  return together(Expose(), toNumber, Min(1, { message }), Max(max, { message }))
}

function once(fault: (text: string | undefined) => string | null): PropertyDecorator {
  return together(
    Expose(),
    Check((value) => (Array.isArray(value) ? GIVEN_TWICE : fault(value as string | undefined))),
  )
}

const GIVEN_TWICE = 'must be given at most once'

const SEARCH_LENGTH_MAX = 200

/** Text to search for. */
export const SEARCH: FieldRule = {
  holds: (text) => isStorable(text) && codePointsOf(text) <= SEARCH_LENGTH_MAX,
  expected: `must have at most ${SEARCH_LENGTH_MAX} characters, and no NUL`,
}
