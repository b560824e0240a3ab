import { createFalEngine } from '#server/engines/fal/index.ts'
import type { Engine } from '#server/engines/spec/index.ts'
import { FAL_KEY } from './doubles/fal-server.ts'

/** The real engine of fal on its double: no file of models, no webhook, asked every 20 ms, away after 300. */
export const falEngineAt = (
  { url }: { url: string },
  options: Partial<Parameters<typeof createFalEngine>[0]> = {},
): Engine =>
  createFalEngine({
    key: FAL_KEY,
    baseUrl: url,
    modelsFile: null,
    webhookUrl: null,
    patience: { pollMs: 20, awayMs: 300 },
    ...options,
  })
