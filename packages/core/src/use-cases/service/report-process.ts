import type { ServiceProcess } from '../../model/service/service-process.js'
import { forgottenBefore, isMissing } from '../../model/service/service-process.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'

/** Reports that a process runs. Its id stays the same while it runs. */
export class ReportProcess {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute(process: Omit<ServiceProcess, 'seenAt'>): Promise<void> {
    const seenAt = this.deps.clock.now()
    return this.deps.unitOfWork.run(({ service }) => service.putProcess({ ...process, seenAt }))
  }
}

/** Forgets a process that ends in order. */
export class EndProcess {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ id }: Pick<ServiceProcess, 'id'>): Promise<void> {
    return this.deps.unitOfWork.run(({ service }) => service.removeProcess(id))
  }
}

export type ListedProcess = ServiceProcess & { readonly isMissing: boolean }

/** The processes that were seen in the last day and have not ended in order. */
export class ListProcesses {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async execute(): Promise<readonly ListedProcess[]> {
    const now = this.deps.clock.now()
    const found = await this.deps.unitOfWork.run(({ service }) => service.processes(forgottenBefore(now)))
    return found.map((process) => ({ ...process, isMissing: isMissing(process, now) }))
  }
}
