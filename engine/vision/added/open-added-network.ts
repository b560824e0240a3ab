import { EngineError } from '#lib/engine-spec/index.ts'
import { modelBroken } from '../../model-files.ts'
import { type OnnxSession, openSession } from '../../onnx/onnx-session.ts'
import type { AdapterOf, NetworkAdapter } from './adapter.ts'
import { reason } from '../../reason.ts'

/**
 * Loads a network that was added; of work that takes two, the first.
 * @throws {EngineError} `model_broken`, also where it asks for other inputs than its adapter says
 */
export function openAddedNetwork(
  file: string,
  threads: number,
  adapter: NetworkAdapter,
): Promise<OnnxSession> {
  return openFitting(file, threads, adapter, (names) =>
    adapter.slot === 'inpainting'
      ? names.length === 2 && names.includes(adapter.image) && names.includes(adapter.mask)
      : names.length === 1,
  )
}

/**
 * Loads the second network of those that select.
 * @param first whose outputs it takes
 * @throws {EngineError} `model_broken`, also where it asks for other inputs or gives others than its adapter says
 */
export async function openMaskNetwork(
  file: string,
  threads: number,
  adapter: AdapterOf<'selection'>,
  first: OnnxSession,
): Promise<OnnxSession> {
  const { points, labels, masks, scores } = adapter
  const fed = new Set([points, labels, ...first.outputNames])
  return openFitting(
    file,
    threads,
    adapter,
    (inputs, outputs) =>
      inputs.includes(points) &&
      inputs.includes(labels) &&
      inputs.every((name) => fed.has(name)) &&
      outputs.includes(masks) &&
      outputs.includes(scores),
  )
}

async function openFitting(
  file: string,
  threads: number,
  { slot }: NetworkAdapter,
  fits: (inputs: string[], outputs: readonly string[]) => boolean,
): Promise<OnnxSession> {
  const session = await openSession(file, { threads, givesBack: true }, { known: null })
  const names = session.inputs.map(({ name }) => name)
  if (fits(names, session.outputNames)) return session
  await session.session.release()
  throw modelBroken(file, `has the inputs ${names.join(', ')}, which do not fit ${slot}`)
}

/** The network answers with another shape than its adapter says. */
export const wrongShape = (dims: readonly number[]): EngineError =>
  new EngineError('model_broken', `The network answers ${dims.join(' x ')}`, {
    retryable: false,
    userMessage: reason('engines.toolNotNow'),
  })
