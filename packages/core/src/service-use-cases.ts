import { PORTS, recipe } from './adapters.js'
import { ListServiceAccounts, ListServiceDeadJobs } from './use-cases/service/list-service.js'
import { ReadAccountWarnings } from './use-cases/service/read-account-warnings.js'
import { ReadServiceHealth } from './use-cases/service/read-service-health.js'
import { EndProcess, ListProcesses, ReportProcess } from './use-cases/service/report-process.js'

const { clock, unitOfWork } = PORTS

/** What the owners of the service see of all accounts and processes, and what is wrong in an account. */
export const SERVICE_USE_CASES = {
  listServiceAccounts: recipe(ListServiceAccounts, { unitOfWork }),
  listServiceDeadJobs: recipe(ListServiceDeadJobs, { unitOfWork }),
  listProcesses: recipe(ListProcesses, { unitOfWork, clock }),
  reportProcess: recipe(ReportProcess, { unitOfWork, clock }),
  endProcess: recipe(EndProcess, { unitOfWork }),
  readServiceHealth: recipe(ReadServiceHealth, { unitOfWork, clock }),
  readAccountWarnings: recipe(ReadAccountWarnings, { unitOfWork, clock }),
}
