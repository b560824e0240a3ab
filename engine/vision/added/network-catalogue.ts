import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { NetworkAdapter } from './adapter.ts'

/** A network of the hub that does the work of a tool better than the one that comes with the program. */
const Entry = z.strictObject({
  /** Also the name of its folder. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,79}$/),
  /** `owner/name` on the hub. */
  source: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  /** The file in that repository. */
  file: z.string().endsWith('.onnx'),
  /** Of work that takes two networks: that of the second. */
  second: z.string().endsWith('.onnx').optional(),
  name: z.string(),
  maker: z.string(),
  /** What it is good for, in one sentence. */
  purpose: z.string(),
  /** Of the weights, and of the data that they were trained on; null: its page does not say. */
  licences: z.strictObject({ weights: z.string(), data: z.string().nullable() }),
  commercial: z.boolean(),
  downloadMb: z.number().positive(),
  adapter: NetworkAdapter,
})
export type CatalogueNetwork = z.infer<typeof Entry>

/** The networks that can be added, by the work that they do. Facts are from the pages of their repositories, November 2026. */
export function readNetworkCatalogue(): CatalogueNetwork[] {
  const text = readFileSync(join(import.meta.dirname, 'network-catalogue.json'), 'utf8')
  return z.array(Entry).parse(JSON.parse(text))
}
