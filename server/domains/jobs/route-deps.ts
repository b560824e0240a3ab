import type { GenerationRequest } from '#contract/generation-request.ts'
import type { Caller } from '#server/platform/route.ts'
import type { ForeseeContext } from './kind.ts'
import type { ObjectSelection } from './inputs/select-object.ts'
import type { ControlViewer } from './inputs/show-control.ts'
import type { JobEnder } from './run/end-job.ts'
import type { StartDeps } from './submit/start-generation.ts'
import type { ProposeDeps } from './words/propose.ts'

/** Dependencies of the domain's routes. */
export interface RouteDeps extends StartDeps, ProposeDeps, ForeseeContext {
  ender: JobEnder
  viewControl: ControlViewer
  selectObject: ObjectSelection
}

/** A request to start a job, as it came. */
export interface Submitted {
  caller: Caller
  body: GenerationRequest
  headers: Readonly<Record<string, string | string[] | undefined>>
}
