import { createHash } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '#lib/operator-error.ts'
import type { ModelPlan } from '#lib/engine-spec/index.ts'
import { reason } from '../reason.ts'
import {
  makeRoomFor,
  NETWORK_FILE,
  type NetworkCard,
  type NetworkFiles,
  placeNetwork,
  SECOND_FILE,
} from '../vision/added/added-networks.ts'
import type { CatalogueNetwork } from '../vision/added/network-catalogue.ts'
import type { NetworkRunner } from '../vision/added/network-runner.ts'
import { explainFolderError } from './folder-error.ts'
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
  const source = `${entry.source}@${repository.commit}`
  const downloads = path.join(modelsDir, DOWNLOADS, source.replace('/', '--'))
  const names = entry.second === undefined ? [entry.file] : [entry.file, entry.second]
  const files = names.map((name) => {
    const file = repository.files.find((one) => one.path === name)
    if (!file)
      throw new OperatorError(`${entry.source} has no file ${name}.`, {
        text: reason('setup.noFile', { source: entry.source, name }),
      })
    const { sha256 } = file
    if (sha256 === null)
      throw new OperatorError(`${name} of ${entry.source} is not a network.`, {
        text: reason('setup.noNetwork', { source: entry.source, name }),
      })
    return {
      sha256,
      target: path.join(downloads, path.basename(name)),
      file: {
        name,
        size: file.size,
        check: { kind: 'sha256' as const, hex: sha256 },
        openFrom: (byte: number) => client.openFile(repository, file, byte),
      },
    }
  })
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  const plan = {
    name: entry.name,
    id: entry.id,
    licence: entry.licences.weights,
    bytes,
    layout: 'onnx' as const,
  }
  const come = await Promise.all(files.map(({ target }) => bytesOf(target)))
  return {
    ...plan,
    missing: Math.max(0, bytes - come.reduce((sum, one) => sum + one, 0)),
    async install(options) {
      try {
        await makeRoomFor(modelsDir, entry.id)
        await fetchAll(places, { plan, wanted: files, more: 0 }, options)
        const [file = '', second = ''] = files.map(({ target }) => target)
        const runMs = await measure(runner, { file, second }, entry, options.signal)
        const card: NetworkCard = {
          id: entry.id,
          name: entry.name,
          licence: entry.licences.weights,
          commercial: entry.commercial,
          source,
          sha256: hashOf(files.map(({ sha256 }) => sha256)),
          runMs,
          adapter: entry.adapter,
        }
        const ready = path.join(downloads, 'ready')
        await mkdir(ready, { recursive: true })
        await rename(file, path.join(ready, NETWORK_FILE))
        if (second !== '') await rename(second, path.join(ready, SECOND_FILE))
        await placeNetwork(modelsDir, ready, card)
        await rm(downloads, { recursive: true, force: true })
      } catch (error) {
        throw explainFolderError(error, modelsDir)
      }
    },
  }
}

/** Of a network of one file that file's own. */
const hashOf = (hashes: readonly string[]): string =>
  hashes.length === 1 ? hashes[0]! : createHash('sha256').update(hashes.join('\n')).digest('hex')

async function measure(
  runner: Pick<NetworkRunner, 'measure'>,
  files: NetworkFiles,
  { name, adapter }: CatalogueNetwork,
  signal: AbortSignal,
): Promise<number> {
  try {
    return await runner.measure(files, adapter, signal)
  } catch (error) {
    signal.throwIfAborted()
    const why = (error as Error).message
    throw new OperatorError(`${name} does not run here: ${why}`, {
      text: reason('setup.networkNotRunning', { name, why }),
    })
  }
}
