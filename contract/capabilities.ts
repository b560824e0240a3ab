import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { NETWORK_TOOLS } from './network-tools.ts'
import * as routes from './routes.ts'

/** Abilities of this installation on the host's site: those of its ready engines, limited to the brand's features. */
export const Capabilities = z.object({
  /** `collection`: only the things of the built-in collection. */
  draws: z.enum(['anything', 'collection']),
  /** Whether people are drawn as photographs show them. */
  people: z.boolean(),
  /** Whether images are changed by text instructions. */
  edits: z.boolean(),
  /** Whether what a video shows moves by itself, not only the camera. */
  video_moves: z.boolean(),
  /** Whether a model can be trained that draws a person recognizably. */
  trains_likeness: z.boolean(),
  /** Tools whose work a network that was added does: what the built-in one cannot do is not said of them. */
  added_tools: z.array(z.enum(NETWORK_TOOLS)),
  /** Id of the model that a request without `model` uses; null while no model is ready. */
  default_model: z.string().nullable(),
})
export type Capabilities = z.infer<typeof Capabilities>

export const capabilities = {
  read: endpoint({
    ...routes.capabilities.read,
    access: 'anonymous',
    summary: 'What can be made on this site now, and the default model',
    response: Capabilities,
  }),
}
