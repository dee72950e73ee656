import type { Stores, UnitOfWork } from '@carillon/core'

/** A unit of work that has some of its stores from a test: to look on, or to break something. */
export function alteredStores(unitOfWork: UnitOfWork, alter: (stores: Stores) => Partial<Stores>): UnitOfWork {
  return {
    run: (work) => unitOfWork.run((stores) => work({ ...stores, ...alter(stores) })),
    runOne: (work) => unitOfWork.runOne(work),
  }
}

/** The store with these methods in place of its own. */
export function altered<S extends object>(store: S, methods: Partial<S>): S {
  return Object.assign(Object.create(store) as S, methods)
}
