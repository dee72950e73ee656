import {
  ApplyAccount,
  Authenticate,
  DomainError,
  ListAccounts,
  PlanAccount,
  type AccountDeclaration,
  type FieldError,
} from '@carillon/core'

type Adapters = ConstructorParameters<typeof ApplyAccount>[0] & ConstructorParameters<typeof Authenticate>[0]

/** A fixture in which an operator declares the account Acme. */
export function declaringFixture<A extends Adapters>(adapters: A) {
  const applyAccount = new ApplyAccount(adapters)
  const planAccount = new PlanAccount(adapters)
  const apply = (declaration: Partial<AccountDeclaration>, { prune = false } = {}) =>
    applyAccount.execute({ declaration: { name: 'Acme', ...declaration }, prune })
  return {
    ...adapters,
    apply,
    plan: (declaration: Partial<AccountDeclaration>, { prune = false } = {}) =>
      planAccount.execute({ declaration: { name: 'Acme', ...declaration }, prune }),
    /** The faults of the fields if the declaration is refused; empty if it is accepted. */
    faultsOf: (declaration: Partial<AccountDeclaration>, options?: { prune: boolean }) =>
      apply(declaration, options).then(() => [], fieldsOf),
    accounts: () => new ListAccounts(adapters).execute(),
    enter: (keyId: string, secret: string) => new Authenticate(adapters).execute({ keyId, secret }),
  }
}

function fieldsOf(error: unknown): readonly FieldError[] {
  if (!(error instanceof DomainError) || error.code !== 'invalid-input') throw error
  return error.details!['fields'] as readonly FieldError[]
}
