import { z } from 'zod'
import { readOptionalModelJson } from '../../model-files.ts'

/** Relative to the model's folder; a store without it is asked in English alone. */
const FILE = 'retrieval/things.json'

const thingSchema = z
  .tuple([z.int().nonnegative(), z.string(), z.string(), z.string()])
  .transform(([category, spanish, keywords, spanishKeywords]) => ({
    category,
    spanish,
    keywords: keywords.split('|').filter((word) => word !== ''),
    spanishKeywords: spanishKeywords.split('|').filter((word) => word !== ''),
  }))

const namesSchema = z.object({
  categories: z.array(z.string()),
  /** By the name that a thing has in the store. */
  things: z.record(z.string(), thingSchema),
  /** What is said in Spanish, without accents, and what is meant in English. */
  spanish: z.record(z.string(), z.string()),
})

/** What people call the things of a store beside their English names, and what belongs to them. */
export type ThingNames = z.output<typeof namesSchema>

/** Null for a model without them. Throws EngineError `model_broken`. */
export function readThingNames(modelDir: string): Promise<ThingNames | null> {
  return readOptionalModelJson(modelDir, FILE, namesSchema)
}
