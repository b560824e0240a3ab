import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const layerSchema = z.object({
  class_name: z.string(),
  name: z.string(),
  config: z.looseObject({
    padding: z.enum(['same', 'valid']).optional(),
    activation: z.string().optional(),
    size: z.array(z.int()).optional(),
    interpolation: z.string().optional(),
  }),
  /** For each call of the layer its inputs: [layer, call, output, extras]. */
  inbound_nodes: z.array(z.array(z.tuple([z.string()]).rest(z.unknown()))),
})

const modelSchema = z.object({
  modelTopology: z.object({
    model_config: z.object({
      config: z.object({
        layers: z.array(layerSchema).min(1),
        output_layers: z.array(z.tuple([z.string()]).rest(z.unknown())).min(1),
      }),
    }),
  }),
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string()),
      weights: z.array(
        z.object({ name: z.string(), shape: z.array(z.int()), dtype: z.literal('float32') }),
      ),
    }),
  ),
})

export type KerasLayer = z.infer<typeof layerSchema>

export interface KerasWeight {
  values: Float32Array
  shape: number[]
}

export interface KerasModel {
  layers: KerasLayer[]
  outputLayer: string
  /** By name, such as `UPN1/kernel`. */
  weights: Map<string, KerasWeight>
}

/** Reads a layers model as TensorFlow.js saves it: `model.json` and its weight shards beside it. */
export async function readKerasModel(file: string): Promise<KerasModel> {
  const model = modelSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  const weights = new Map<string, KerasWeight>()
  for (const group of model.weightsManifest) {
    const shards = await Promise.all(
      group.paths.map((shard) => readFile(path.join(path.dirname(file), shard))),
    )
    // Copied, so that the numbers start on a multiple of four bytes.
    const bytes = Uint8Array.from(Buffer.concat(shards))
    let offset = 0
    for (const { name, shape } of group.weights) {
      const count = shape.reduce((product, size) => product * size, 1)
      weights.set(name, { values: new Float32Array(bytes.buffer, offset, count), shape })
      offset += 4 * count
    }
  }
  const { layers, output_layers: outputs } = model.modelTopology.model_config.config
  return { layers, outputLayer: outputs[0]![0], weights }
}
