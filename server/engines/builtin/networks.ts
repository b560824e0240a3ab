import path from 'node:path'
import { Tensor } from 'onnxruntime-node'
import type { ModelDescription } from './model/model-folder.ts'
import { numbersFor, openSession, runSession } from './onnx-session.ts'

/** Width and height in latent cells. */
export interface LatentSize {
  width: number
  height: number
}

/** Encoded texts: `rows` x length x width. */
export type TextStates = Tensor

/** A picture as the networks hold it: three planes (CHW). */
export interface Planes {
  data: Float32Array
  width: number
  height: number
}

/** The networks of a model folder, loaded, with plain numbers in and out. */
export interface Networks {
  encodeText(ids: readonly number[][]): Promise<TextStates>
  /** The denoiser's prediction for each row of `states`, all fed the same latents and timestep. */
  predict(
    latents: Float32Array,
    size: LatentSize,
    timestep: number,
    states: TextStates,
  ): Promise<Float32Array[]>
  /** Latents of unit scale to a picture in [-1, 1]. */
  decode(latents: Float32Array, size: LatentSize): Promise<Planes>
}

/** @throws EngineError `model_broken` */
export async function loadNetworks(model: ModelDescription, threads: number): Promise<Networks> {
  const open = (name: string) => openSession(path.join(model.dir, name, 'model.onnx'), threads)
  const textEncoder = await open('text_encoder')
  const unet = await open('unet')
  const decoder = await open('vae_decoder')
  const channels = model.latentChannels
  const timestepRank = unet.inputs.find((input) => input.name === 'timestep')?.shape.length ?? 1

  return {
    async encodeText(ids) {
      const dims = [ids.length, ids[0]?.length ?? 0]
      const { data, dims: shape } = await runSession(textEncoder, {
        input_ids: numbersFor(textEncoder, 'input_ids', ids.flat(), dims),
      })
      return new Tensor('float32', data, shape)
    },
    async predict(latents, { width, height }, timestep, states) {
      const rows = states.dims[0] ?? 1
      const input = new Float32Array(rows * latents.length)
      for (let row = 0; row < rows; row++) input.set(latents, row * latents.length)
      const times = Array.from<number>({ length: timestepRank === 0 ? 1 : rows }).fill(timestep)
      const { data } = await runSession(unet, {
        sample: new Tensor('float32', input, [rows, channels, height, width]),
        timestep: numbersFor(unet, 'timestep', times, timestepRank === 0 ? [] : [rows]),
        encoder_hidden_states: states,
      })
      return Array.from({ length: rows }, (_, row) =>
        data.subarray(row * latents.length, (row + 1) * latents.length),
      )
    },
    async decode(latents, { width, height }) {
      const scaled = latents.map((value) => value / model.scalingFactor)
      const { data, dims } = await runSession(decoder, {
        latent_sample: new Tensor('float32', scaled, [1, channels, height, width]),
      })
      return { data, width: dims[3] ?? 0, height: dims[2] ?? 0 }
    },
  }
}
