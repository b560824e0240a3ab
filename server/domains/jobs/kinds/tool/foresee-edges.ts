import type { Quote } from '#contract/quotes.ts'
import type { FoundInputs, ForeseeContext } from '../kind.ts'

const EDGE_UNSURE = {
  code: 'edge_unsure',
  message: 'The edge is unsure in this image: touch it up afterwards, free.',
}

/** Says before the price that an image may be cut out wrongly. */
export async function foreseeEdges(
  { doubtsEdges }: ForeseeContext,
  { engine }: { engine: string },
  { image }: FoundInputs,
): Promise<Quote['warnings']> {
  return image && (await doubtsEdges(engine, image)) ? [EDGE_UNSURE] : []
}
