import { z } from 'zod'
import { Id } from '../common.ts'
import { GenerationRequest } from '../generation-request.ts'
import { BATCH_LIMITS } from '../values/jobs/batch.ts'

/** Orders of one tool, or drawings of one type, that are priced and paid together; each becomes a job with a state of its own. */
export const BatchRequest = z.strictObject({
  jobs: z.array(GenerationRequest).min(1).max(BATCH_LIMITS.jobs),
  quote: Id.optional(),
})
export type BatchRequest = z.output<typeof BatchRequest>
