import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { modelBroken, readModelJson, readModelText } from '../model-files.ts'
import { readModelFolder } from '../diffusion/model/model-folder.ts'
import type { ModelPlan } from './describe-model.ts'
import type { BuiltNetwork } from './network-builder.ts'
import type { NetworkPart, PipelineFolder } from './pipeline-folder.ts'
import { openPipelineFolder } from './pipeline-folder.ts'
import { buildTextEncoder } from './text-encoder-graph.ts'
import { buildUnet } from './unet-graph.ts'
import { buildVaeDecoder, buildVaeEncoder } from './vae-graph.ts'
import { type PlannedModel, writeModelFolder } from './write-model-folder.ts'

/** What `model.json` of the new folder says; see the model card of the engine. */
export interface FolderCard {
  /** Also the name of the new folder. */
  id: string
  name?: string
  description?: string
  licence?: string
  /** Where it comes from, like an address. */
  source?: string
}

/**
 * Writes a folder in the layout of diffusers (safetensors, also in half precision and in several files) as a model folder
 * of ONNX networks: Stable Diffusion 1, 2 and XL, and what was distilled from them. Weights are copied one by one, so that
 * memory does not grow with the files.
 *
 * @returns the new folder
 * @throws EngineError `model_broken`: what the folder is instead, what is missing in it, or that the name is taken
 */
export async function importFolder(
  source: string,
  modelsDir: string,
  card: FolderCard,
): Promise<string> {
  await readModelFolder(source)
  const pipeline = await openPipelineFolder(source)
  try {
    return await writeModelFolder(modelsDir, card.id, async () => ({
      networks: buildNetworks(pipeline),
      files: await describe(source, card),
    }))
  } finally {
    await pipeline.close()
  }
}

function buildNetworks({ unet, vae, textEncoders }: PipelineFolder): PlannedModel['networks'] {
  const parts: [string, NetworkPart<unknown>, BuiltNetwork][] = [
    ...textEncoders.map((part, i): [string, NetworkPart<unknown>, BuiltNetwork] => [
      TEXT_PARTS[i]!.encoder,
      part,
      buildTextEncoder(part.weights, part.shape),
    ]),
    ['unet', unet, buildUnet(unet.weights, unet.shape)],
    ['vae_decoder', vae, buildVaeDecoder(vae.weights, vae.shape.groups)],
    ['vae_encoder', vae, buildVaeEncoder(vae.weights, vae.shape.groups)],
  ]
  refuseUnknown(parts)
  return parts.map(([name, { file }, network]) => ({ name, network, source: file }))
}

/** Counters and what only training needs. */
const UNUSED = /(?:position_ids|logit_scale)$/

/** A weight that no layer reads is the sign of a layer that this engine does not know. */
function refuseUnknown(parts: readonly [string, NetworkPart<unknown>, BuiltNetwork][]): void {
  const read = new Set(parts.flatMap(([, , { weights }]) => weights.map(({ tensor }) => tensor)))
  for (const [, { file }] of parts)
    for (const tensor of file.tensors.values())
      if (!read.has(tensor) && !UNUSED.test(tensor.name))
        throw modelBroken(file.file, `has the weight ${tensor.name}, which this engine cannot read`)
}

const TEXT_PARTS = [
  { encoder: 'text_encoder', tokenizer: 'tokenizer' },
  { encoder: 'text_encoder_2', tokenizer: 'tokenizer_2' },
] as const
const TOKENIZER_FILES = [
  'tokenizer_config.json',
  'vocab.json',
  'merges.txt',
  'tokenizer.json',
  'special_tokens_map.json',
]

/** Configurations are copied as they are; only where networks lie and what they are is said again. */
async function describe(source: string, card: FolderCard): Promise<ModelPlan> {
  const index = await readModelJson(source, 'model_index.json', z.looseObject({}))
  const parts = TEXT_PARTS.filter(({ encoder }) => existsSync(path.join(source, encoder)))
  const plan: ModelPlan = {
    'model_index.json': {
      ...index,
      vae: undefined,
      safety_checker: undefined,
      feature_extractor: undefined,
      ...Object.fromEntries(
        [...parts.map(({ encoder }) => encoder), 'unet', 'vae_decoder', 'vae_encoder'].map(
          (network) => [network, ['diffusers', 'OnnxRuntimeModel']],
        ),
      ),
    },
    'model.json': { name: card.id, ...card },
  }
  const copies = [
    ['scheduler/scheduler_config.json', 'scheduler/scheduler_config.json'],
    ['unet/config.json', 'unet/config.json'],
    ['vae/config.json', 'vae_decoder/config.json'],
    ...parts.map(({ encoder }) => [`${encoder}/config.json`, `${encoder}/config.json`]),
    ...parts.flatMap(({ tokenizer }) =>
      TOKENIZER_FILES.filter((name) => existsSync(path.join(source, tokenizer, name))).map(
        (name) => [`${tokenizer}/${name}`, `${tokenizer}/${name}`],
      ),
    ),
  ]
  for (const [from = '', to = ''] of copies) plan[to] = await readModelText(source, from)
  return plan
}
