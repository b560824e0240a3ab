import type { Text } from '#server/texts/index.ts'
import type { Kind } from '../../kind.ts'

/**
 * Says before the price that an image may be cut out wrongly.
 * @param message what that means for the tool
 */
export const foreseeEdges =
  (message: Text): NonNullable<Kind['foresee']> =>
  async ({ doubtsEdges }, { engine }, { image }) =>
    image && (await doubtsEdges(engine, image)) ? [{ code: 'edge_unsure', message }] : []
