import { copyFile, link, mkdir, open, readFile, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { InferenceSession } from '../../onnx/inference-session.ts'
import type { Bytes } from '../../safetensors.ts'
import { openSafetensors, toFloats } from '../../safetensors.ts'
import { modelBroken } from '../../model-files.ts'
import { forLog } from '../../reason.ts'
import { ELEMENT, OnnxWriter } from '../../onnx/onnx-writer.ts'
import type { Replacement } from '../../onnx/replace-inputs.ts'
import { replaceInputs } from '../../onnx/replace-inputs.ts'
import type { ScannedModel, ScannedTensor } from '../../onnx/scan-model.ts'
import type { LayeredNetwork } from './fit-loras.ts'
import { findLayer, misfit, readLayers } from './fit-loras.ts'
import type { LoraLayer } from './lora-file.ts'
import { readLoraLayers } from './lora-file.ts'
import type { LoraNetwork } from './lora-keys.ts'
import type { NetworkLayer } from './network-layers.ts'

/** A LoRA file and how strongly it counts. */
export interface WeightedLora {
  file: string
  /** SHA-256 of its weights. */
  hash: string
  weight: number
}

interface Change {
  layer: LoraLayer
  down: Float32Array
  up: Float32Array
}

/**
 * Writes a network with LoRAs added to its weights into `folder`: the ONNX file, the weights that changed, and
 * links to the weights of the model that it shares.
 *
 * @returns false if they do not change this network; nothing is written then
 * @throws EngineError `model_broken` if one does not fit
 */
export async function mergeLoras(
  modelDir: string,
  name: LoraNetwork,
  loras: readonly WeightedLora[],
  threads: number,
  folder: string,
): Promise<boolean> {
  const network = await readLayers(modelDir, name)
  const changes = await readChanges(network, name, loras)
  if (changes.size === 0) return false
  await mkdir(folder, { recursive: true })
  const replacements: Replacement[] = []
  const file = await open(path.join(folder, MERGED_FILE), 'w')
  const adder = await createAdder(threads)
  try {
    let offset = 0
    for (const [layer, added] of changes) {
      let weights = await readWeights(network, layer)
      for (const change of added) weights = await adder.add(layer, weights, change)
      const data = encode(weights, layer.element)
      await file.write(data, 0, data.length, offset)
      const { element, nodes, input, stored } = layer
      replacements.push({
        name: `merged-${replacements.length}`,
        element,
        shape: stored.shape,
        data: { location: MERGED_FILE, offset, length: data.length },
        nodes,
        input,
      })
      offset = Math.ceil((offset + data.length) / PAGE) * PAGE
    }
  } finally {
    await adder.release()
    await file.close()
  }
  const { model } = network
  const merged = replaceInputs(await readFile(model.file), model, replacements)
  await writeFile(path.join(folder, 'model.onnx'), merged)
  await shareWeights(model, folder)
  return true
}

const MERGED_FILE = 'merged.bin'
/** Weights begin at whole pages, so that they can be mapped into memory. */
const PAGE = 4096

/** The runtime looks for weights beside the ONNX file only. A link costs nothing; another disk needs a copy. */
async function shareWeights({ file, tensors }: ScannedModel, folder: string): Promise<void> {
  const locations = new Set([...tensors.values()].map(({ data }) => data?.location ?? null))
  for (const location of locations) {
    if (location === null) continue
    const source = path.join(path.dirname(file), location)
    const target = path.join(folder, location)
    await mkdir(path.dirname(target), { recursive: true })
    await link(await realpath(source), target).catch(() => copyFile(source, target))
  }
}

/** All changes of a layer together, so that its weights are read and written once. */
async function readChanges(
  network: LayeredNetwork,
  name: LoraNetwork,
  loras: readonly WeightedLora[],
): Promise<Map<NetworkLayer, Change[]>> {
  const changes = new Map<NetworkLayer, Change[]>()
  for (const { file, weight } of loras) {
    const lora = await openSafetensors(file)
    try {
      for (const layer of await readLoraLayers(lora)) {
        if (layer.network !== name) continue
        const why = misfit(network, layer)
        if (why !== null) throw modelBroken(file, forLog(why))
        const down = toFloats(layer.down.element, await lora.read(layer.down))
        const factor = layer.scale * weight
        const up = toFloats(layer.up.element, await lora.read(layer.up)).map((v) => v * factor)
        const target = findLayer(network, layer.layer)!
        changes.set(target, [...(changes.get(target) ?? []), { layer, down, up }])
      }
    } finally {
      await lora.close()
    }
  }
  return changes
}

/** The weights of a layer in single precision, in the order in which they are stored. */
async function readWeights(
  { model }: LayeredNetwork,
  { stored, factor }: NetworkLayer,
): Promise<Float32Array> {
  const numbers = decode(stored.element, await readNumbers(model.file, stored))
  if (!factor) return numbers
  const factors = decode(factor.element, await readNumbers(model.file, factor))
  // One factor a channel: the axis on which it is longer than 1.
  const axis = Math.max(
    0,
    factor.shape.findIndex((size) => size > 1),
  )
  const run = stored.shape.slice(axis + 1).reduce((product, size) => product * size, 1)
  return numbers.map((value, i) => value * factors[Math.floor(i / run) % factors.length]!)
}

async function readNumbers(file: string, { data }: ScannedTensor): Promise<Bytes> {
  const { from, to, location } = data!
  const source = location === null ? file : path.join(path.dirname(file), location)
  const handle = await open(source, 'r')
  try {
    const bytes = Buffer.allocUnsafeSlow(to - from)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from)
    if (bytesRead < bytes.length) throw modelBroken(source, 'is cut off')
    return bytes
  } finally {
    await handle.close()
  }
}

const ELEMENTS = {
  [ELEMENT.FLOAT]: 'F32',
  [ELEMENT.FLOAT16]: 'F16',
  [ELEMENT.BFLOAT16]: 'BF16',
  [ELEMENT.DOUBLE]: 'F64',
} as const

function decode(element: number, bytes: Bytes): Float32Array {
  if (element === ELEMENT.INT8) return new Float32Array(new Int8Array(bytes.buffer))
  return toFloats(ELEMENTS[element as keyof typeof ELEMENTS], bytes)
}

function encode(weights: Float32Array, element: number): Uint8Array {
  const numbers = element === ELEMENT.FLOAT16 ? new Float16Array(weights) : weights
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}

/** Adds the product of two matrices to a third. */
interface Adder {
  add(layer: NetworkLayer, weights: Float32Array, change: Change): Promise<Float32Array>
  release(): Promise<void>
}

/** The runtime multiplies matrices twenty times as fast as a loop here does. */
async function createAdder(threads: number): Promise<Adder> {
  const options = { intraOpNumThreads: threads, logSeverityLevel: 3 } as const
  const outputFirst = await InferenceSession.create(productGraph(0), options)
  const inputFirst = await InferenceSession.create(productGraph(1), options)
  return {
    async add(target, weights, { layer, down, up }) {
      const rank = layer.down.shape[0]!
      const [rows, columns] = [up.length / rank, down.length / rank]
      const matrix = target.inputFirst ? [columns, rows] : [rows, columns]
      const matrices = {
        up: new Tensor('float32', up, [rows, rank]),
        down: new Tensor('float32', down, [rank, columns]),
        weights: new Tensor('float32', weights, matrix),
      }
      const session = target.inputFirst ? inputFirst : outputFirst
      const { sum } = await session.run(matrices)
      return sum!.data as Float32Array
    },
    async release() {
      await outputFirst.release()
      await inputFirst.release()
    },
  }
}

/** weights + up x down, or all of it with rows and columns exchanged. */
function productGraph(exchanged: 0 | 1): Buffer {
  const writer = new OnnxWriter()
  const up = writer.input('up', ['out', 'rank'])
  const down = writer.input('down', ['rank', 'in'])
  const weights = writer.input('weights', ['rows', 'columns'])
  const factors = exchanged ? [down, up] : [up, down]
  const attributes = { transA: exchanged, transB: exchanged }
  writer.node('Gemm', [...factors, weights], attributes, 'sum')
  writer.output('sum', ['rows', 'columns'])
  return writer.build()
}
