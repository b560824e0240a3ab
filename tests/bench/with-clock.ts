import type { InferenceSession } from 'onnxruntime-node'
import type { OnnxSession } from '#engine/onnx/onnx-session.ts'

/** The same network, whose time is added up. */
export function withClock(network: OnnxSession, clock: { milliseconds: number }): OnnxSession {
  const { session } = network
  const run = async (
    ...order: Parameters<typeof session.run>
  ): Promise<InferenceSession.ReturnType> => {
    const began = performance.now()
    const result = await session.run(...order)
    clock.milliseconds += performance.now() - began
    return result
  }
  const clocked = new Proxy(session, {
    get: (target, key) => (key === 'run' ? run : (Reflect.get(target, key, target) as unknown)),
  })
  return { ...network, session: clocked }
}
