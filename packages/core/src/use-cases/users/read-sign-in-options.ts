import type { UnitOfWork } from '../../stores/unit-of-work.js'

/** Whether the service still waits for its first user, whom the link of the setup creates. */
export class ReadSignInOptions {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute(): Promise<{ readonly needsSetup: boolean }> {
    return { needsSetup: await this.deps.unitOfWork.run(({ users }) => users.isEmpty()) }
  }
}
