import { USE_CASES, type Recipe, type UseCases } from '@carillon/core'
import { ContainerModule, type Container, type Newable } from 'inversify'
import { construct } from './construct.js'
import { Tokens } from './tokens.js'

export type { UseCases } from '@carillon/core'

/**
 * Binds every use case to its class, as a singleton. The adapters' modules bind the ports, in the same container or in
 * a parent of it. Do not bind ports in a child container: the singletons would use the ports of the first child that
 * resolves them.
 */
export const useCasesModule = new ContainerModule(({ bind }) => {
  for (const recipe of everyRecipe(Object.values(USE_CASES))) {
    bind(classOf(recipe))
      .toResolvedValue(...construct(classOf(recipe), tokensOf(recipe)))
      .inSingletonScope()
  }
})

/** Every use case by name, for code that takes them as a plain object. */
export function useCasesOf(container: Container): UseCases {
  refuseUnbound(container)
  refuseLent(container)
  const bound = Object.entries(USE_CASES).map(([name, recipe]) => [name, container.get(classOf(recipe))])
  return Object.fromEntries(bound) as UseCases
}

/** Returns the given recipes, and all recipes that they depend on. */
function everyRecipe(recipes: readonly Recipe[], found = new Set<Recipe>()): ReadonlySet<Recipe> {
  for (const recipe of recipes) {
    if (found.has(recipe)) continue
    found.add(recipe)
    everyRecipe(
      Object.values(recipe.takes).filter((taken) => typeof taken !== 'string'),
      found,
    )
  }
  return found
}

function tokensOf({ takes }: Recipe): Record<string, symbol | Newable> {
  const tokens = Object.entries(takes).map(([name, taken]) => [
    name,
    typeof taken === 'string' ? Tokens[taken] : classOf(taken),
  ])
  return Object.fromEntries(tokens)
}

/** The class, with inversify's type for classes, which ignores constructor parameters. */
function classOf({ Class }: Recipe): Newable<object> {
  return Class as Newable<object>
}

/** Reports all unbound ports at once, by the names of their tokens. */
function refuseUnbound(container: Container) {
  const unbound = Object.entries(Tokens).filter(([, token]) => !container.isBound(token))
  if (unbound.length === 0) return
  const names = unbound.map(([name]) => `Tokens.${name}`).join(', ')
  throw new Error(`Nothing is bound to ${names}: load the module of an adapter, or bind your own`)
}

/** Throws if the container binds ports, but not use cases: those of its parent may use another child's ports. */
function refuseLent(container: Container) {
  const own = Object.entries(Tokens).find(([, token]) => container.isCurrentBound(token))
  if (own === undefined || container.isCurrentBound(classOf(USE_CASES.authenticate))) return
  throw new Error(
    `Tokens.${own[0]} is bound in a container without useCasesModule: load useCasesModule in that container too`,
  )
}
