import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSession, type OnnxSession } from '../onnx/onnx-session.ts'
import type { FaceNetworks } from './faces/find-faces.ts'
import type { UpscalerNetwork } from './upscale/upscaler.ts'

const MODELS = fileURLToPath(new URL('../../../../models', import.meta.url))

/** The networks of the tools; each is loaded when it is asked for the first time. */
export interface ToolNetworks {
  foreground(): Promise<OnnxSession>
  faces(): Promise<FaceNetworks>
  /** Describes whom a face belongs to. */
  identity(): Promise<OnnxSession>
  /** Estimates how old a face looks. */
  age(): Promise<OnnxSession>
  /** By at most 4. The one whose factor is the next above is the quickest. */
  fastUpscaler(factor: 2 | 3 | 4): Promise<UpscalerNetwork>
  photoUpscaler(): Promise<UpscalerNetwork>
  illustration(): Promise<UpscalerNetwork>
  /** Draws frames between two. */
  interpolation(): Promise<OnnxSession>
}

/** @param threads of one network run */
export function createToolNetworks(threads: number): ToolNetworks {
  const opened = new Map<string, Promise<OnnxSession>>()

  function open(file: string, ...inputs: string[]): Promise<OnnxSession> {
    const known = opened.get(file)
    if (known) return known
    const names = inputs.length === 0 ? ['picture'] : inputs
    const session = openSession(join(MODELS, file), { threads }, { known: names })
    opened.set(file, session)
    // A failure is not kept: the operator may put the file right.
    session.catch(() => opened.delete(file))
    return session
  }

  return {
    foreground: () => open('background-removal/u2netp.onnx', 'input.1'),
    async faces() {
      const [detection, mesh] = await Promise.all([
        open('faces/detection.onnx'),
        open('faces/mesh.onnx'),
      ])
      return { detection, mesh }
    },
    identity: () => open('faces/identity.onnx', 'input'),
    age: () => open('faces/age.onnx'),
    async fastUpscaler(factor) {
      const session = await open(`upscaling/fast-x${factor}.onnx`)
      const tile = factor === 2 ? 256 : 160
      return { session, factor, white: 255, tile, reach: 16, own: 0.5, hasTwins: factor === 4 }
    },
    async photoUpscaler() {
      return {
        session: await open('upscaling/photo-x4.onnx'),
        factor: 4,
        white: 1,
        tile: 160,
        reach: 16,
        own: 1,
      }
    },
    async illustration() {
      const session = await open('upscaling/illustration-x4.onnx')
      return { session, factor: 4, white: 1, tile: 160, reach: 16, own: null }
    },
    interpolation: () =>
      open('frame-interpolation/model.onnx', 'from', 'to', 'time', 'grid', 'unit'),
  }
}
