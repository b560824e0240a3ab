import { OperatorError } from '#lib/operator-error.ts'
import { reason } from '../reason.ts'
import type { HubFile, HubRepository } from './repository.ts'

/** The files of a repository that a model needs here. */
export interface ChosenFiles {
  /** `onnx`: networks as they are; `diffusers`: safetensors, from which they are written. */
  layout: 'onnx' | 'diffusers'
  files: HubFile[]
  /** Size of `files`, in bytes. */
  bytes: number
  /** What the model folder takes beside the files while it is made, bytes. */
  more: number
}

const TEXT_ENCODERS = ['text_encoder', 'text_encoder_2'] as const
const SETTINGS =
  /^(?:model_index\.json|scheduler\/scheduler_config\.json|tokenizer(?:_2)?\/(?:tokenizer_config\.json|vocab\.json|merges\.txt|tokenizer\.json|special_tokens_map\.json)|(?:text_encoder|text_encoder_2|unet|vae|vae_decoder|vae_encoder)\/config\.json)$/

/** Weights in half precision are written in full. */
const WRITTEN_OF_HALF = 2

/**
 * Takes only what is needed: ONNX networks where all of them are there, else safetensors, in full precision where there are both.
 * Pickled files are never taken.
 *
 * @throws {OperatorError} what is missing
 */
export function chooseFiles({ name, files }: HubRepository): ChosenFiles {
  const byPath = new Map(files.map((file) => [file.path, file]))
  if (!byPath.has('model_index.json'))
    throw new OperatorError(
      `${name} has no model_index.json: only folders in the layout of diffusers can be added.`,
      { text: reason('setup.notDiffusers', { name }) },
    )
  const settings = files.filter(({ path }) => SETTINGS.test(path))
  const parts = TEXT_ENCODERS.filter((part) => byPath.has(`${part}/config.json`))
  const onnx = onnxFiles(byPath, parts)
  if (onnx) return sum('onnx', [...settings, ...onnx], 0)
  const weights = [...parts, 'unet', 'vae'].flatMap((part) => weightsOf(name, byPath, part))
  const isHalf = weights.some(({ path }) => path.includes('.fp16.'))
  const written = weights.reduce((total, { size }) => total + size, 0)
  return sum('diffusers', [...settings, ...weights], written * (isHalf ? WRITTEN_OF_HALF : 1))
}

function sum(layout: ChosenFiles['layout'], files: HubFile[], more: number): ChosenFiles {
  const chosen = [...new Set(files)]
  return { layout, files: chosen, bytes: chosen.reduce((all, { size }) => all + size, 0), more }
}

type ByPath = ReadonlyMap<string, HubFile>

/** Null unless every network is there. */
function onnxFiles(byPath: ByPath, parts: readonly string[]): HubFile[] | null {
  const networks = [...parts, 'unet', 'vae_decoder', 'vae_encoder']
  const models = networks.flatMap((part) => byPath.get(`${part}/model.onnx`) ?? [])
  if (parts.length === 0 || models.length < networks.length) return null
  const data = networks.flatMap((part) =>
    [...byPath.values()].filter(
      ({ path }) =>
        /^model\.onnx[._]data$/.test(path.slice(part.length + 1)) && path.startsWith(`${part}/`),
    ),
  )
  return [...models, ...data]
}

/** The weights of one part: one file, or the list of several with all of them. */
function weightsOf(name: string, byPath: ByPath, part: string): HubFile[] {
  const base = `${part}/${part.startsWith('text_encoder') ? 'model' : 'diffusion_pytorch_model'}`
  for (const variant of ['', '.fp16']) {
    const single = byPath.get(`${base}${variant}.safetensors`)
    if (single) return [single]
    const list = byPath.get(`${base}.safetensors.index${variant}.json`)
    if (!list) continue
    const isShard = new RegExp(String.raw`^-\d{5}-of-\d{5}\.safetensors$`)
    const shards = [...byPath.values()].filter(
      ({ path }) =>
        path.startsWith(`${base}${variant}-`) &&
        isShard.test(path.slice(base.length + variant.length)),
    )
    if (shards.length > 0) return [list, ...shards]
  }
  throw new OperatorError(
    `${name} has no safetensors for ${part}; pickled weights are never taken.`,
    { text: reason('setup.noSafetensors', { name, part }) },
  )
}
