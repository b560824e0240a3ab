import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** Numbers of seeded images and models, which fill Explore before anyone has published. */
const Examples = z.object({
  images: z.number().int(),
  models: z.number().int(),
  /** Whether an administrator has still to say if they stay: the installation is live, and shows them. */
  asks: z.boolean(),
})
export type Examples = z.infer<typeof Examples>

export const examples = {
  read: endpoint({
    ...routes.examples.read,
    access: 'admin',
    summary: 'The examples that explore shows',
    response: Examples,
  }),
  decide: endpoint({
    ...routes.examples.decide,
    access: 'admin',
    summary:
      'Keep the examples, or remove them for good; the built-in model and its styles stay. Twice is once',
    body: z.strictObject({ keep: z.boolean() }),
    response: Examples,
  }),
}
