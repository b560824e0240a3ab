import { z } from 'zod'
import { ServiceCost } from '#contract/service-model-entry.ts'
import type { EngineOperation } from '../../spec/index.ts'
import type { ServiceCall } from './call-state.ts'

/** The requests of one order, with all that is needed to finish it in another process. */
export const ServiceOperation = z.object({
  /** Id in the catalogue. */
  model: z.string(),
  /** What the service bills, as it was when this began; left out of a training. */
  cost: ServiceCost.optional(),
  /** Null for work that has none. */
  seed: z.int().nullable(),
  /** What the results are to have; null: whatever they have. */
  size: z.object({ width: z.int(), height: z.int() }).nullable(),
  fit: z.enum(['exact', 'cover']),
  /** The result is put back into the image that it was drawn over, of which the service drew `size`. */
  isRepaint: z.boolean().optional(),
  /** For a video: seconds that were asked for, and the first frame, small, as JPEG in base64; null: it began from words. */
  video: z.object({ seconds: z.int(), still: z.string().nullable() }).optional(),
  /** For a training: when it was begun, in milliseconds. */
  begunAt: z.number().optional(),
  calls: z.array(z.object({ index: z.int(), endpoint: z.string(), id: z.string() })),
})
export type ServiceOperation = z.infer<typeof ServiceOperation>
export type IndexedCall = ServiceCall & { index: number }

export const storeOperation = (engine: string, operation: ServiceOperation): EngineOperation => ({
  engine,
  id: JSON.stringify(operation),
})

/** Null for what no service began. */
export function readOperation({ id }: EngineOperation): ServiceOperation | null {
  try {
    return ServiceOperation.safeParse(JSON.parse(id)).data ?? null
  } catch {
    return null
  }
}
