import type { GridRequestInput } from '#contract/jobs/grid.ts'
import type { z } from 'zod'
import type { apiKeys } from '#contract/api-keys.ts'
import type { webhookEndpoints } from '#contract/webhooks.ts'
import type { presets } from '#contract/presets.ts'
import { SMALL } from './generation.ts'

/** A grid of two cells. */
export const GRID = {
  request: { prompt: SMALL.prompt, width: SMALL.width, height: SMALL.height },
  x: { of: 'seed', values: [1, 2] },
  y: { of: 'steps', values: [4] },
} satisfies GridRequestInput

/** A key that may order and look at things. */
export const API_KEY = { name: 'My program', scopes: ['generate', 'read'] } satisfies z.input<
  (typeof apiKeys.create)['body']
>

/** An endpoint of a server that is never there. */
export const WEBHOOK = {
  url: 'https://webhooks.invalid/',
  events: ['job.ended'],
} satisfies z.input<(typeof webhookEndpoints.create)['body']>

/** Settings under a name. */
export const PRESET = {
  name: 'Foxes',
  settings: { version: 1, prompt: 'a fox', steps: 30, loras: [{ model: 'ink', weight: 0.5 }] },
} satisfies z.input<(typeof presets.create)['body']>

/** A studio of a thing, which nobody has to agree to. */
export const STUDIO = {
  project_name: 'Cup',
  object_type: 'object',
  consent: { subject: 'none' },
} as const

/** A pack of nobody in particular. */
export const PACK = {
  title: 'Ten foxes',
  subject: 'none',
  shots: Array.from({ length: 10 }, () => ({ prompt: 'a fox' })),
} as const

/** Valid, but of an image that is not there. */
export const OF_NO_PICTURE = { image: '01890000-0000-7000-8000-000000000000' }

/** A face of no image put on none. */
export const OF_NO_FACE = {
  source_image: OF_NO_PICTURE.image,
  target_image: OF_NO_PICTURE.image,
  consent: true,
}
