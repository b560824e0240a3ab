import { EngineError } from '../../../spec/index.ts'
import { modelBroken } from '../../diffusion/model/model-files.ts'
import { type OnnxSession, openSession } from '../../onnx/onnx-session.ts'
import type { NetworkAdapter } from './adapter.ts'

/**
 * Loads a network that was added.
 * @throws {EngineError} `model_broken`, also where it asks for other inputs than its adapter says
 */
export async function openAddedNetwork(
  file: string,
  threads: number,
  adapter: NetworkAdapter,
): Promise<OnnxSession> {
  const session = await openSession(file, { threads, givesBack: true }, { known: null })
  const names = session.inputs.map(({ name }) => name)
  const isFit =
    adapter.slot === 'inpainting'
      ? names.length === 2 && names.includes(adapter.image) && names.includes(adapter.mask)
      : names.length === 1
  if (isFit) return session
  await session.session.release()
  throw modelBroken(file, `has the inputs ${names.join(', ')}, which do not fit ${adapter.slot}`)
}

/** The network answers with another shape than its adapter says. */
export const wrongShape = (dims: readonly number[]): EngineError =>
  new EngineError('model_broken', `The network answers ${dims.join(' x ')}`, {
    retryable: false,
    userMessage: 'This tool is not available right now.',
  })
