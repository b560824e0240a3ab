import type { NetworkStore, ToolNetwork } from '#lib/engine-spec/index.ts'
import { OperatorError } from '#lib/operator-error.ts'
import {
  type ActiveNetworks,
  listAddedNetworks,
  readActive,
  removeNetwork,
  switchNetwork,
} from '../vision/added/added-networks.ts'
import { type CatalogueNetwork, readNetworkCatalogue } from '../vision/added/network-catalogue.ts'
import { createNetworkRunner } from '../vision/added/network-runner.ts'
import { sampleRequest } from '../vision/added/sample-request.ts'
import { reason } from '../reason.ts'
import { findNetwork } from './find-network.ts'
import type { ModelPlaces } from './find-model.ts'

/** The networks that can be added for the work of tools. @param threads of one network run */
export function createNetworkStore(places: ModelPlaces, threads: number): NetworkStore {
  const { modelsDir } = places
  const catalogue = readNetworkCatalogue()
  const runner = createNetworkRunner(threads, modelsDir)

  function entryOf(id: string): CatalogueNetwork {
    const entry = catalogue.find((one) => one.id === id)
    if (!entry) throw new OperatorError(`The catalogue has no network ${id}.`)
    return entry
  }

  return {
    idOf: (text) =>
      catalogue.find(({ id, source }) => id === text || source === text.trim())?.id ?? null,
    async list() {
      const [added, active] = await Promise.all([
        listAddedNetworks(modelsDir),
        readActive(modelsDir),
      ])
      return catalogue.map((entry): ToolNetwork => {
        const { adapter, file: _, ...facts } = entry
        const here = added.find(({ id }) => id === entry.id)
        return {
          ...facts,
          slot: adapter.slot,
          isHere: here !== undefined,
          isOn: here !== undefined && active[adapter.slot] === entry.id,
          runMs: here?.runMs ?? null,
        }
      })
    },
    async lookUp(id) {
      const { install: _, ...plan } = await findNetwork(places, runner, entryOf(id))
      return plan
    },
    async install(id, options) {
      const found = await findNetwork(places, runner, entryOf(id))
      await found.install(options)
    },
    switch: (id, isOn) => switchNetwork(modelsDir, id, isOn),
    remove: (id) => removeNetwork(modelsDir, id),
    async compare(id, photo) {
      const network = (await listAddedNetworks(modelsDir)).find((one) => one.id === id)
      if (!network) throw new OperatorError(`There is no network ${id} here.`)
      const { slot } = network.adapter
      const request = await readable(() => sampleRequest(slot, photo))
      const only: ActiveNetworks = { [slot]: id }
      const before = await runner.run({}, request)
      const after = await runner.run(only, request)
      return {
        photo: request.image,
        before: { data: before.image.data, ms: before.ms },
        after: { data: after.image.data, ms: after.ms },
      }
    },
  }
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch {
    throw new OperatorError('This photo cannot be read.', { text: reason('setup.photoNotRead') })
  }
}
