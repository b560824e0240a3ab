import path from 'node:path'
import { Tensor } from 'onnxruntime-node'
import type { ImageRequest } from '../../spec/index.ts'
import { ownEnlarger } from '../enlarger/own-enlarger.ts'
import { photoEnlarger } from '../enlarger/photo-enlarger.ts'
import type { ModelSource } from '../loaded-model.ts'
import { splitIntoTiles } from '../enlarger/tiles.ts'
import { readModelFolder } from '../model/model-folder.ts'
import { numbersFor, openSession, runSession } from '../onnx-session.ts'
import type { OnnxSession } from '../onnx-session.ts'
import { planPictureSize } from '../picture-size.ts'
import { loadRetrievalStore } from '../retrieval/retrieval-store.ts'
import { picturesOfARun } from '../shared-runs.ts'

/**
 * Runs the networks alone as often as drawing a request with a one-call sampler does, on constant numbers:
 * what drawing costs at the least, for the bench to compare the engine with. Of sizes that usual passes of the
 * enlarger reach (512 x 512), and of prompts with one thing where the model looks at a store.
 */
export async function createBareNetworks(
  source: ModelSource,
): Promise<(request: ImageRequest) => Promise<void>> {
  const model = await readModelFolder(source.modelDir)
  const open = (file: string): Promise<OnnxSession> => openSession(file, source)
  const [textEncoder, unet, decoder, encoder] = await Promise.all(
    ['text_encoder', 'unet', 'vae_decoder', 'vae_encoder'].map((name) =>
      open(path.join(source.modelDir, name, 'model.onnx')),
    ),
  )
  const store = await loadRetrievalStore(source.modelDir)
  const kind = (await ownEnlarger(source.modelDir)) ?? photoEnlarger(source.cacheDir)
  const enlargers = new Map<number, OnnxSession>()
  for (const factor of kind.usual) enlargers.set(factor, await open(await kind.networkFile(factor)))
  const constant = (dims: number[]): Tensor => {
    const count = dims.reduce((product, size) => product * size, 1)
    return new Tensor('float32', new Float32Array(count).fill(0.5), dims)
  }

  return async (request) => {
    const latent = planPictureSize(model, request)
    const length = textEncoder!.inputs[0]!.shape[1] as number
    const ids = Array.from<number>({ length: 2 * length }).fill(1)
    const states = await runSession(textEncoder!, {
      input_ids: numbersFor(textEncoder!, 'input_ids', ids, [2, length]),
    })
    const cells = [model.latentChannels, latent.height, latent.width]
    const atOnce = Math.min(request.indexes.length, picturesOfARun(2, latent))
    const rows = 2 * atOnce
    for (let run = 0; run < (request.steps * request.indexes.length) / atOnce; run++)
      await runSession(unet!, {
        sample: constant([rows, ...cells]),
        timestep: numbersFor(unet!, 'timestep', Array<number>(rows).fill(500), [rows]),
        encoder_hidden_states: constant([rows, ...states.dims.slice(1)]),
      })
    for (const _ of request.indexes) {
      if (store) {
        // The hint, out of the store and back to latents.
        const [cell, edge] = [store.cells, model.downscale]
        await runSession(decoder!, {
          latent_sample: constant([1, model.latentChannels, cell, cell]),
        })
        await runSession(encoder!, {
          sample: constant([1, 3, latent.height * edge, latent.width * edge]),
        })
      }
      await runSession(decoder!, { latent_sample: constant([1, ...cells]) })
      let [width, height] = [latent.width * model.downscale, latent.height * model.downscale]
      for (const factor of kind.passesTo(request, { width, height })) {
        for (const { outer } of splitIntoTiles({ width, height }, kind.tiling(factor)))
          await runSession(enlargers.get(factor)!, {
            picture: constant([1, 3, outer.height, outer.width]),
          })
        width *= factor
        height *= factor
      }
    }
  }
}
