import { z } from 'zod'

/** Bytes of one number. */
const WIDTH: Readonly<Record<string, number>> = { F64: 8, F32: 4, F16: 2, BF16: 2, I64: 8, I32: 4 }
const LONGEST_HEADER = 16 * 1024 ** 2

const Tensor = z.object({
  dtype: z.string(),
  shape: z.array(z.int().min(0)),
  data_offsets: z.tuple([z.int().min(0), z.int().min(0)]),
})
type Tensor = z.output<typeof Tensor>
const Header = z.record(z.string(), z.unknown())

const MATRIX =
  /^(?<layer>.+)\.(?:lora\.)?(?<part>lora_down|lora_up|lora_A|lora_B|down|up)(?:\.default)?\.weight$/
const isDown = (part: string | undefined) =>
  part === 'lora_down' || part === 'lora_A' || part === 'down'

/** The file is not a whole LoRA; the message says why. */
export class NoLora extends Error {}

/**
 * The LoRA that a trainer made: a safetensors file, or one in a tar. It is whole, each of its layers has two matrices that fit, and
 * names of diffusers for Stable Diffusion are given as kohya's scripts give them.
 * @throws {NoLora}
 */
export function readTrainedFile(file: Uint8Array): Uint8Array {
  const data = isTar(file) ? findInTar(file) : file
  const { header, start } = readHeader(data)
  checkLayers(header, data.byteLength - start)
  const named = nameAsKohya(header)
  return named ? withHeader(named, data.subarray(start)) : data
}

function readHeader(data: Uint8Array): { header: Record<string, unknown>; start: number } {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const length = data.byteLength > 8 ? Number(view.getBigUint64(0, true)) : 0
  const start = 8 + length
  if (length < 2 || length > LONGEST_HEADER || start > data.byteLength || data[8] !== 0x7b)
    throw new NoLora('no safetensors file')
  try {
    return {
      header: Header.parse(JSON.parse(Buffer.from(data.subarray(8, start)).toString())),
      start,
    }
  } catch (error) {
    throw new NoLora('a safetensors file with a broken header', { cause: error })
  }
}

/** @param bytes of the numbers: a file that is still being written has fewer */
function checkLayers(header: Record<string, unknown>, bytes: number): void {
  const layers = new Map<string, { down?: Tensor; up?: Tensor }>()
  let end = 0
  for (const [name, value] of Object.entries(header)) {
    if (name === '__metadata__') continue
    const tensor = Tensor.safeParse(value).data
    if (!tensor) throw new NoLora(`the weight ${name} is not described`)
    const [from, to] = tensor.data_offsets
    const width = WIDTH[tensor.dtype]
    const size = tensor.shape.reduce((product, edge) => product * edge, width ?? 0)
    if (width === undefined || to - from !== size) throw new NoLora(`${name} has the wrong size`)
    end = Math.max(end, to)
    const { layer, part } = MATRIX.exec(name)?.groups ?? {}
    if (layer === undefined) continue
    layers.set(layer, { ...layers.get(layer), [isDown(part) ? 'down' : 'up']: tensor })
  }
  if (end !== bytes) throw new NoLora(`a file of ${bytes} bytes in place of ${end}`)
  if (layers.size === 0) throw new NoLora('a file without the layers of a LoRA')
  for (const [layer, { down, up }] of layers) {
    const rank = down?.shape[0] ?? 0
    if (!down || !up || rank === 0 || up.shape[1] !== rank)
      throw new NoLora(`two matrices that do not fit in ${layer}`)
  }
}

const NETWORKS = /^(?<network>unet|text_encoder|text_encoder_2)\.(?<place>.+)$/

/** Null: it has other names, or says its scale in a way that kohya's names do not. */
function nameAsKohya(header: Record<string, unknown>): Record<string, unknown> | null {
  const { __metadata__: metadata, ...tensors } = header
  if (typeof metadata === 'object' && metadata !== null && 'lora_adapter_metadata' in metadata)
    return null
  const hasTwo = Object.keys(tensors).some((name) => name.startsWith('text_encoder_2.'))
  const renamed: [string, unknown][] = []
  for (const [name, tensor] of Object.entries(tensors)) {
    const { layer = '', part } = MATRIX.exec(name)?.groups ?? {}
    const { network, place } = NETWORKS.exec(layer)?.groups ?? {}
    if (place === undefined || place.endsWith('_lora')) return null
    const of =
      network === 'unet' ? 'unet' : network === 'text_encoder_2' ? 'te2' : hasTwo ? 'te1' : 'te'
    const side = isDown(part) ? 'lora_down' : 'lora_up'
    renamed.push([`lora_${of}_${place.replaceAll('.', '_')}.${side}.weight`, tensor])
  }
  return {
    ...(metadata !== undefined && { __metadata__: metadata }),
    ...Object.fromEntries(renamed),
  }
}

function withHeader(header: Record<string, unknown>, numbers: Uint8Array): Uint8Array {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  return Buffer.concat([length, text, numbers])
}

const BLOCK = 512
const isTar = (file: Uint8Array): boolean =>
  file.byteLength > BLOCK && Buffer.from(file.subarray(257, 262)).toString('latin1') === 'ustar'

/** The one file in a tar that is a LoRA (POSIX.1-1988): `lora.safetensors`, else the first of its kind. */
function findInTar(tar: Uint8Array): Uint8Array {
  let found: Uint8Array | null = null
  for (let at = 0; at + BLOCK <= tar.byteLength;) {
    const field = (from: number, length: number) =>
      Buffer.from(tar.subarray(at + from, at + from + length))
        .toString('latin1')
        .replace(/\0.*$/s, '')
        .trim()
    const name = field(0, 100)
    if (name === '') break
    const size = Number.parseInt(field(124, 12) || '0', 8)
    const from = at + BLOCK
    if (!Number.isSafeInteger(size) || size < 0 || from + size > tar.byteLength)
      throw new NoLora('a tar that is cut off')
    const isFile = tar[at + 156] === 0x30 || tar[at + 156] === 0
    if (isFile && name.endsWith('.safetensors')) {
      const data = tar.subarray(from, from + size)
      if (name.endsWith('/lora.safetensors') || name === 'lora.safetensors') return data
      found ??= data
    }
    at = from + Math.ceil(size / BLOCK) * BLOCK
  }
  if (!found) throw new NoLora('a tar without a safetensors file')
  return found
}
