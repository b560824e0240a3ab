import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { explainFileError, OperatorError } from '#server/platform/process/operator-error.ts'
import type { ModelPlan } from '../../spec/index.ts'
import {
  makeRoomFor,
  NETWORK_FILE,
  type NetworkCard,
  placeNetwork,
} from '../tools/added/added-networks.ts'
import type { CatalogueNetwork } from '../tools/added/network-catalogue.ts'
import type { NetworkRunner } from '../tools/added/network-runner.ts'
import {
  bytesOf,
  DOWNLOADS,
  fetchAll,
  type InstallOptions,
  type ModelPlaces,
} from './find-model.ts'
import { createHubClient } from './hub-client.ts'

/** A network of the catalogue that was looked up. */
export interface FoundNetwork extends ModelPlan {
  /**
   * Fetches it, runs it once, and puts it where the tools find it; it does no work before it is switched on. What was fetched
   * stays until then, so that the next call goes on from there.
   * @throws {OperatorError} what stands in the way, in one line
   */
  install(options: InstallOptions): Promise<void>
}

/** Looks a network of the catalogue up on the hub. @throws {OperatorError} it is not there, or not for this token */
export async function findNetwork(
  places: ModelPlaces,
  runner: Pick<NetworkRunner, 'measure'>,
  entry: CatalogueNetwork,
): Promise<FoundNetwork> {
  const { modelsDir, outbound, hub } = places
  const client = createHubClient(outbound, hub)
  const repository = await client.readRepository(entry.source, 'main')
  const file = repository.files.find(({ path: name }) => name === entry.file)
  if (!file) throw new OperatorError(`${entry.source} has no file ${entry.file}.`)
  const { sha256 } = file
  if (sha256 === null) throw new OperatorError(`${entry.file} of ${entry.source} is no network.`)
  const source = `${entry.source}@${repository.commit}`
  const downloads = path.join(modelsDir, DOWNLOADS, source.replace('/', '--'))
  const target = path.join(downloads, path.basename(entry.file))
  const plan = {
    name: entry.name,
    id: entry.id,
    licence: entry.licences.weights,
    bytes: file.size,
    layout: 'onnx' as const,
  }
  const wanted = {
    name: entry.file,
    size: file.size,
    check: { kind: 'sha256' as const, hex: sha256 },
    openFrom: (byte: number) => client.openFile(repository, file, byte),
  }
  return {
    ...plan,
    missing: Math.max(0, file.size - (await bytesOf(target))),
    async install(options) {
      try {
        await makeRoomFor(modelsDir, entry.id)
        await fetchAll(places, { plan, wanted: [{ target, file: wanted }], more: 0 }, options)
        const runMs = await measure(runner, target, entry, options.signal)
        const card: NetworkCard = {
          id: entry.id,
          name: entry.name,
          licence: entry.licences.weights,
          commercial: entry.commercial,
          source,
          sha256,
          runMs,
          adapter: entry.adapter,
        }
        const ready = path.join(downloads, 'ready')
        await mkdir(ready, { recursive: true })
        await rename(target, path.join(ready, NETWORK_FILE))
        await placeNetwork(modelsDir, ready, card)
        await rm(downloads, { recursive: true, force: true })
      } catch (error) {
        throw explainFileError(error, modelsDir)
      }
    },
  }
}

async function measure(
  runner: Pick<NetworkRunner, 'measure'>,
  file: string,
  { name, adapter }: CatalogueNetwork,
  signal: AbortSignal,
): Promise<number> {
  try {
    return await runner.measure(file, adapter, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw new OperatorError(`${name} does not run here: ${(error as Error).message}`)
  }
}
