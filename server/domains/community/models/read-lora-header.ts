import { z } from 'zod'
import { invalidField } from '#server/platform/errors.ts'
import { t, type Text } from '#server/texts/index.ts'

/** Bytes of one number. */
const WIDTH: Readonly<Record<string, number>> = { F64: 8, F32: 4, F16: 2, BF16: 2, I64: 8, I32: 4 }

/** The largest LoRAs that are shared have a few thousand; each costs time to check. */
const MOST_TENSORS = 20_000

const Tensor = z.object({
  dtype: z.string(),
  shape: z.array(z.int().min(0)),
  data_offsets: z.tuple([z.int().min(0), z.int().min(0)]),
})
/** What the format has beside weights. */
const About = z.record(z.string(), z.string()).optional()
type Tensor = z.output<typeof Tensor>

/** The names that trainers give the two matrices of a layer, and what may stand beside them. */
const MATRIX =
  /^(?<layer>.+?)\.(?:lora\.)?(?<part>lora_down|lora_up|lora_A|lora_B|down|up)(?:\.default)?\.weight$/
const BESIDE = /\.(?:alpha|dora_scale|lora_mid\.weight)$/
const DOWN = new Set(['lora_down', 'lora_A', 'down'])

const refuse = (text: Text) => invalidField('part', text)
const damaged = () => refuse(t('community.fileDamaged'))

/**
 * Reads the header of a LoRA from the first part of its file, before the rest is taken: all weights are those of a LoRA, each layer
 * has two matrices that fit, and the file ends where they do.
 * @param bytes of the whole file
 * @throws {AppError} `invalid` naming `part`
 */
export function checkLoraHeader(first: Buffer, bytes: number): void {
  const end = lengthOfHeader(first)
  let json: unknown
  try {
    json = JSON.parse(first.toString('utf8', 8, end))
  } catch {
    throw refuse(t('community.notSafetensors'))
  }
  // Its first character is a brace: it is an object.
  const { __metadata__: about, ...tensors } = json as Record<string, unknown>
  if (!About.safeParse(about).success) throw refuse(t('community.notSafetensors'))
  checkTensors(tensors, bytes - end)
}

/**
 * Where the header of a safetensors file ends, by its first bytes.
 * @throws {AppError} `invalid` naming `part` for another file, and for a header that is longer than the first part
 */
export function lengthOfHeader(first: Buffer): number {
  const length = first.length > 8 ? Number(first.readBigUInt64LE()) : 0
  if (length < 2 || first[8] !== 0x7b) throw refuse(t('community.notSafetensors'))
  if (8 + length > first.length) throw refuse(t('community.headerTooLong'))
  return 8 + length
}

function checkTensors(tensors: Record<string, unknown>, room: number): void {
  const layers = new Map<string, { down?: Tensor; up?: Tensor }>()
  const ranges: [from: number, to: number][] = []
  const named = Object.entries(tensors)
  if (named.length > MOST_TENSORS) throw refuse(t('community.headerTooLong'))
  for (const [name, value] of named) {
    const tensor = Tensor.safeParse(value).data
    const width = WIDTH[tensor?.dtype ?? '']
    if (!tensor || width === undefined) throw damaged()
    const [from, to] = tensor.data_offsets
    if (to - from !== tensor.shape.reduce((product, edge) => product * edge, width)) throw damaged()
    ranges.push([from, to])
    const { layer, part = '' } = MATRIX.exec(name)?.groups ?? {}
    if (layer !== undefined)
      layers.set(layer, { ...layers.get(layer), [DOWN.has(part) ? 'down' : 'up']: tensor })
    else if (!BESIDE.test(name)) throw refuse(t('community.notALora'))
  }
  // Nothing may lie between or behind the weights, and no two of them on each other.
  let end = 0
  for (const [from, to] of ranges.toSorted(([a, x], [b, y]) => a - b || x - y)) {
    if (from !== end) throw damaged()
    end = to
  }
  if (end !== room) throw damaged()
  if (layers.size === 0) throw refuse(t('community.notALora'))
  for (const { down, up } of layers.values()) {
    const rank = down?.shape[0] ?? 0
    if (!down || !up || rank === 0 || up.shape[1] !== rank) throw damaged()
  }
}
