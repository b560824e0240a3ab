import path from 'node:path'
import { OperatorError } from '#lib/operator-error.ts'
import type { ModelStore } from '#lib/engine-spec/index.ts'
import type { ModelLibrary } from '../diffusion/model/model-library.ts'
import type { Runtime } from '../onnx/runtime.ts'
import { createEstimator } from '../probe/estimate-seconds.ts'
import { reason } from '../reason.ts'
import { readCatalogue } from './catalogue.ts'
import { findModel, type ModelPlaces, removeModel } from './find-model.ts'
import { createNetworkStore } from './network-store.ts'
import { type ModelSource, parseSource } from './repository.ts'

/**
 * The model folders of the built-in engine, and what adds to them.
 *
 * @param runtime as the engine runs its networks: for how long an image would take
 */
export function createModelStore(
  places: ModelPlaces,
  library: Pick<ModelLibrary, 'list'>,
  runtime: Runtime,
): ModelStore {
  const catalogue = readCatalogue()
  const networks = createNetworkStore(places, runtime.threads)
  const secondsOf = createEstimator(runtime)

  function read(text: string): ModelSource {
    const entry = catalogue.find(({ id }) => id === text)
    const source = parseSource(entry?.source ?? text.trim())
    if (source) return source
    throw new OperatorError(
      'Enter a name like owner/name, the address of a page of the hub, or civitai: with the number of a version.',
      { text: reason('setup.modelSource') },
    )
  }

  return {
    networks,
    catalogue: () => catalogue,
    secondsOf,
    async installed() {
      const entries = await library.list()
      return entries.map(({ dir, id, state, ready, problem }) => ({
        id,
        name: ready?.model.name ?? id,
        licence: ready?.model.licence ?? '',
        source: ready?.card.source ?? '',
        state,
        problem: problem?.message ?? null,
        isRemovable: path.dirname(path.resolve(dir)) === path.resolve(places.modelsDir),
      }))
    },
    async lookUp(source, id) {
      const network = networks.idOf(source)
      if (network !== null) return networks.lookUp(network)
      const { install: _, ...plan } = await findModel(places, read(source), id)
      return plan
    },
    async install(source, id, options) {
      const network = networks.idOf(source)
      if (network !== null) return networks.install(network, options)
      const found = await findModel(places, read(source), id)
      await found.install(options)
    },
    remove: (id) => removeModel(places.modelsDir, id),
  }
}
