import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Companions } from '../model-companion.ts'
import { SECOND_ENCODER, WEIGHT_FILES } from './model-folder.ts'

/** The files that say what a model is, relative to its folder. */
const DESCRIPTIONS = [
  'model_index.json',
  'model.json',
  'checksums.json',
  'preview.json',
  'scheduler/scheduler_config.json',
  'unet/config.json',
  'vae_decoder/config.json',
  'tokenizer/tokenizer_config.json',
  'tokenizer/vocab.json',
  'tokenizer/vocab.json.br',
  'tokenizer/merges.txt',
  'tokenizer/tokenizer.json',
  'tokenizer/special_tokens_map.json',
  'text_encoder/config.json',
  'tokenizer_2/tokenizer_config.json',
  'tokenizer_2/vocab.json',
  'tokenizer_2/merges.txt',
  'tokenizer_2/tokenizer.json',
  'tokenizer_2/special_tokens_map.json',
  'text_encoder_2/config.json',
]

/** Files beside a network that are not its weights: configurations, and the same weights in other forms. */
const BESIDE = /^\.|\.(json|txt|md|safetensors|bin|ckpt|msgpack|h5|onnx)$/

/**
 * The files that hold a model's weights: {@link WEIGHT_FILES}, then what large networks keep outside of theirs and what
 * the model's companion has.
 */
export async function weightFiles(modelDir: string, companions: Companions): Promise<string[]> {
  // Where there is a second tokenizer, an encoder of that kind must be, or it is missing.
  const second = await stat(path.join(modelDir, 'tokenizer_2')).catch(() => null)
  const networks = [...WEIGHT_FILES, ...(second ? [SECOND_ENCODER] : [])]
  const outside = await Promise.all(
    networks.map(async (file) => {
      const folder = path.dirname(file)
      const names = await readdir(path.join(modelDir, folder)).catch(() => [])
      return names.filter((name) => !BESIDE.test(name)).map((name) => `${folder}/${name}`)
    }),
  )
  const own = await Promise.all(Object.values(companions).map((kind) => kind.weightFiles(modelDir)))
  return [...networks, ...outside.flat().toSorted(), ...own.flat()]
}

/** Changes with the size and the time of change of every file that counts; a missing file counts too. */
export async function stampModel(modelDir: string, companions: Companions): Promise<string> {
  const files = [...DESCRIPTIONS, ...(await weightFiles(modelDir, companions))]
  const stamps = await Promise.all(
    files.map(async (file) => {
      const found = await stat(path.join(modelDir, file)).catch(() => null)
      return found ? `${file} ${found.size} ${found.mtimeMs} ${found.ino}` : ''
    }),
  )
  return stamps.join('\n')
}
