import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '#lib/operator-error.ts'
import { readModelFolder } from '../diffusion/model/model-folder.ts'
import type { ImportOptions } from '../import/import-options.ts'
import { importCheckpoint, importFolder } from '../import/index.ts'
import type { ModelPlan } from '#lib/engine-spec/index.ts'
import { chooseFiles } from './choose-files.ts'
import { type CivitaiVersion, readVersion } from './civitai.ts'
import { fetchFile, type FetchOptions, type WantedFile } from './fetch-file.ts'
import { createHubClient, type HubClient, type HubSettings } from './hub-client.ts'
import { reason } from '../reason.ts'
import { explainFolderError } from './folder-error.ts'
import type { Outbound } from './outbound.ts'
import type { HubRepository, ModelSource } from './repository.ts'

/** Where models come from and go to. */
export interface ModelPlaces {
  modelsDir: string
  outbound: Outbound
  hub: HubSettings
  /** Address of a Civitai-style site. */
  civitaiUrl: string
  /** What a single file does not say about itself; that of Stable Diffusion 1.5 if left out. */
  checkpoint?: Pick<ImportOptions, 'heads' | 'textHeads' | 'groups'>
  /** For files; the defaults are right but in a test. */
  fetch?: Pick<FetchOptions, 'stallMs' | 'pauseMs'>
}

export interface InstallOptions {
  onProgress(done: number, total: number): void
  signal: AbortSignal
}

/** A model that was looked up, for whoever has to agree to it before a byte of a file is fetched. */
export interface FoundModel extends ModelPlan {
  /**
   * Fetches what is missing and writes the model folder, which the engine finds without a restart. What was fetched stays until
   * the folder is whole, so that the next call goes on from there.
   * @returns the new folder
   * @throws {OperatorError} what stands in the way, in one line
   */
  install(options: InstallOptions): Promise<string>
}

/** Folder of unfinished downloads. The dot keeps it from being taken for a model. */
export const DOWNLOADS = '.downloads'
/** Room that a download must leave free on the disk. */
const SPARE_BYTES = 512 * 1024 * 1024
/** Room that importing a checkpoint needs beside its file, in sizes of the file. */
const CHECKPOINT_MORE = 2

const STABLE_DIFFUSION_1_5 = { heads: 8, textHeads: null, groups: 32 }

const idOf = (name: string): string =>
  name
    .replace(/^.*\//, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 80)

/** What of a model is fetched, and how it becomes a folder. */
interface Recipe {
  plan: Omit<ModelPlan, 'missing'>
  wanted: { target: string; file: WantedFile }[]
  /** Bytes that the folder takes beside the files while it is made. */
  more: number
  /** Where the files come to. */
  downloads: string
  write(): Promise<string>
}

/**
 * Looks a model up by its name.
 * @param id of the model and name of its folder; null: after its name
 * @throws {OperatorError} it is not there, not for this token, or nothing that this engine draws with
 */
export async function findModel(
  places: ModelPlaces,
  source: ModelSource,
  id: string | null,
): Promise<FoundModel> {
  const { plan, wanted, more, downloads, write } = await readRecipe(places, source, id)
  let there = 0
  for (const { target } of wanted) there += await bytesOf(target)
  return {
    ...plan,
    missing: Math.max(0, plan.bytes - there),
    async install(options) {
      const { modelsDir } = places
      try {
        if (existsSync(path.join(modelsDir, plan.id)))
          throw new OperatorError(
            `There is a model ${plan.id} already: remove it, or give another name.`,
            { text: reason('setup.modelThere', { model: plan.id }) },
          )
        await fetchAll(places, { plan, wanted, more }, options)
        const folder = await write()
        await rm(downloads, { recursive: true, force: true })
        return folder
      } catch (error) {
        throw explainFolderError(error, modelsDir)
      }
    },
  }
}

async function readRecipe(
  places: ModelPlaces,
  source: ModelSource,
  id: string | null,
): Promise<Recipe> {
  const { outbound, hub, civitaiUrl } = places
  if (source.kind === 'civitai')
    return versionRecipe(places, await readVersion(outbound, civitaiUrl, source.version), id)
  const client = createHubClient(outbound, hub)
  const repository = await client.readRepository(source.repository, source.revision)
  return repositoryRecipe(places, client, repository, id)
}

function repositoryRecipe(
  { modelsDir }: ModelPlaces,
  client: HubClient,
  repository: HubRepository,
  wish: string | null,
): Recipe {
  const { name, commit, licence } = repository
  const { layout, files, bytes, more } = chooseFiles(repository)
  const id = wish ?? idOf(name)
  const downloads = path.join(modelsDir, DOWNLOADS, `${name.replace('/', '--')}@${commit}`)
  const card = { id, name: id, licence: licence ?? 'unknown', source: `${name}@${commit}` }
  return {
    plan: { name, id, licence, bytes, layout },
    wanted: files.map((file) => ({
      target: path.join(downloads, file.path),
      file: {
        name: file.path,
        size: file.size,
        check: file.sha256
          ? { kind: 'sha256' as const, hex: file.sha256 }
          : { kind: 'git' as const, hex: file.gitId },
        openFrom: (byte: number) => client.openFile(repository, file, byte),
      },
    })),
    more,
    downloads,
    write: () =>
      layout === 'onnx'
        ? takeOnnx(downloads, modelsDir, card)
        : importFolder(downloads, modelsDir, card),
  }
}

async function versionRecipe(
  { modelsDir, checkpoint = STABLE_DIFFUSION_1_5 }: ModelPlaces,
  version: CivitaiVersion,
  wish: string | null,
): Promise<Recipe> {
  const { name, licence, fileName, size, sha256, openFrom } = version
  const id = wish ?? idOf(fileName.replace(/\.safetensors$/, ''))
  const downloads = path.join(modelsDir, DOWNLOADS, sha256.toLowerCase())
  const target = path.join(downloads, `${id}.safetensors`)
  const exact = await exactSize(openFrom, size)
  const check = { kind: 'sha256' as const, hex: sha256 }
  return {
    plan: { name, id, licence, bytes: exact, layout: 'checkpoint' },
    wanted: [{ target, file: { name: fileName, size: exact, check, openFrom } }],
    more: exact * CHECKPOINT_MORE,
    downloads,
    write: () =>
      importCheckpoint(target, modelsDir, {
        id,
        prediction: 'epsilon',
        ...checkpoint,
      }),
  }
}

/** What the storage says of the size, which the site only rounds. */
async function exactSize(openFrom: CivitaiVersion['openFrom'], rounded: number): Promise<number> {
  const { headers, body } = await openFrom(0)
  body.destroy()
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) && length > 0 ? length : rounded
}

/** Makes sure of the room, and fetches. */
export async function fetchAll(
  { modelsDir, fetch }: ModelPlaces,
  { plan, wanted, more }: Pick<Recipe, 'plan' | 'wanted' | 'more'>,
  { onProgress, signal }: InstallOptions,
): Promise<void> {
  let done = 0
  for (const { target } of wanted) done += await bytesOf(target)
  await mkdir(modelsDir, { recursive: true })
  const { bavail, bsize } = await statfs(modelsDir)
  const needed = Math.max(0, plan.bytes - done) + more + SPARE_BYTES
  if (bavail * bsize < needed) {
    const room = { needed: gigabytes(needed), free: gigabytes(bavail * bsize) }
    throw new OperatorError(
      `${modelsDir} has too little room: ${room.needed} are needed, ${room.free} are free.`,
      {
        text: reason('setup.littleRoom', {
          folder: modelsDir,
          needed: room.needed,
          free: room.free,
        }),
      },
    )
  }
  const onBytes = (count: number): void => {
    done += count
    onProgress(Math.min(done, plan.bytes), plan.bytes)
  }
  for (const { target, file } of wanted)
    await fetchFile(target, file, { signal, onBytes, ...fetch })
}

/** What came of a file so far. */
export const bytesOf = async (target: string): Promise<number> =>
  (await sizeOf(target)) || sizeOf(`${target}.part`)

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

const sizeOf = async (file: string): Promise<number> =>
  existsSync(file) ? (await stat(file)).size : 0

/** Networks as they are: only what the engine reads beside them is added, and the folder is a model at once. */
async function takeOnnx(
  downloads: string,
  modelsDir: string,
  card: { id: string; name: string; licence: string; source: string },
): Promise<string> {
  const decoder = path.join(downloads, 'vae_decoder', 'config.json')
  const both = path.join(downloads, 'vae', 'config.json')
  if (!existsSync(decoder) && existsSync(both)) await copyFile(both, decoder)
  await writeFile(path.join(downloads, 'model.json'), `${JSON.stringify(card, null, 2)}\n`)
  await readModelFolder(downloads)
  const folder = path.join(modelsDir, card.id)
  await rename(downloads, folder)
  return folder
}

/** Removes a model that was added. @throws {OperatorError} there is none of that name in the folder of models */
export async function removeModel(modelsDir: string, id: string): Promise<void> {
  const names = await readdir(modelsDir).catch((): string[] => [])
  if (!names.includes(id) || id.startsWith('.'))
    throw new OperatorError(`${modelsDir} has no model ${id}; built-in models are not removed.`)
  // Gone at once for the engine, however long its files take.
  const gone = path.join(modelsDir, `.removed-${process.pid}-${id}`)
  await rename(path.join(modelsDir, id), gone)
  await rm(gone, { recursive: true, force: true })
}
