import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ModelOffer } from '#lib/engine-spec/index.ts'

/** A model that fits this engine. */
const Entry = z.strictObject({
  /** What `models add` takes. */
  id: z.string().regex(/^[\w.-]+$/),
  source: z.string(),
  name: z.string(),
  /** What it is good for, in one sentence. */
  purpose: z.string(),
  /** Every licence that counts, the one of what it was made from included. */
  licences: z.array(z.strictObject({ name: z.string(), of: z.string() })).min(1),
  commercial: z.boolean(),
  /** Size of the files that are fetched, in GB. */
  downloadGb: z.number().positive(),
  /** While it draws, GB. */
  memoryGb: z.number().positive(),
  /** Edge in pixels that it was trained at. */
  size: z.int(),
  steps: z.int(),
  /** What a step at that size takes with its usual guidance, in 10^12 operations as the probe counts them (decision 0112). */
  teraflopsAStep: z.number().positive(),
})

/** The models that are offered by name, the first one first. */
export function readCatalogue(): ModelOffer[] {
  const text = readFileSync(join(import.meta.dirname, 'catalogue.json'), 'utf8')
  return z.array(Entry).parse(JSON.parse(text))
}
