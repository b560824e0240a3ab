import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { modelBroken, reasonOf } from '../model-files.ts'

/** Where bytes lie in a file. */
export interface Span {
  from: number
  to: number
}

export interface ScannedNode {
  /** The node's own name; exports write the place of the layer there. */
  label: string
  operator: string
  inputs: string[]
  outputs: string[]
  /** Whole-number attributes. */
  integers: Record<string, number>
  /** The whole field in the file. */
  span: Span
}

/** A constant of the graph. */
export interface ScannedTensor {
  /** Element type of onnx.proto. */
  element: number
  shape: number[]
  /** Where the numbers lie, in the file or in another one beside it; null if not as raw bytes. */
  data: (Span & { location: string | null }) | null
}

/** What an ONNX file consists of, without the numbers. */
export interface ScannedModel {
  file: string
  /** The graph's field and what it holds. */
  graph: { whole: Span; content: Span }
  nodes: ScannedNode[]
  tensors: ReadonlyMap<string, ScannedTensor>
}

/** Field numbers of onnx.proto3. */
const MODEL_GRAPH = 7
const GRAPH = { node: 1, tensor: 5 }
const NODE = { input: 1, output: 2, name: 3, operator: 4, attribute: 5 }
const ATTRIBUTE = { name: 1, integer: 3 }
const TENSOR = { dims: 1, element: 2, name: 8, raw: 9, external: 13 }
const ENTRY = { key: 1, value: 2 }

/** What is read at once. */
const WINDOW = 1 << 20
/** The longest tag and length of a field. */
const HEAD = 20
/** Constants can be nodes of any size; those are passed over. */
const LONGEST_NODE = 1 << 16

/**
 * Reads the nodes and the names of the constants of an ONNX file, whose numbers (up to 2 GB) are passed over.
 *
 * @throws EngineError `model_broken`
 */
export async function scanModel(file: string): Promise<ScannedModel> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw modelBroken(file, reasonOf(error), error)
  })
  try {
    const { size } = await handle.stat()
    const bytes = new Window(handle, size)
    for await (const field of fieldsOf(bytes, { from: 0, to: size }))
      if (field.number === MODEL_GRAPH) return await scanGraph(file, bytes, field)
    throw new Error('has no graph')
  } catch (error) {
    throw modelBroken(file, `cannot be read (${reasonOf(error)})`, error)
  } finally {
    await handle.close()
  }
}

async function scanGraph(
  file: string,
  bytes: Window,
  graph: ScannedModel['graph'],
): Promise<ScannedModel> {
  const nodes: ScannedNode[] = []
  const tensors = new Map<string, ScannedTensor>()
  for await (const { number, content, whole } of fieldsOf(bytes, graph.content)) {
    if (number === GRAPH.node && content.to - content.from <= LONGEST_NODE)
      nodes.push(await scanNode(bytes, content, whole))
    else if (number === GRAPH.tensor) {
      const { name, tensor } = await scanTensor(bytes, content)
      tensors.set(name, tensor)
    }
  }
  const { whole, content } = graph
  return { file, graph: { whole, content }, nodes, tensors }
}

async function scanNode(bytes: Window, content: Span, span: Span): Promise<ScannedNode> {
  const node: ScannedNode = {
    label: '',
    operator: '',
    inputs: [],
    outputs: [],
    integers: {},
    span,
  }
  for await (const field of fieldsOf(bytes, content)) {
    if (field.number === NODE.attribute) await scanAttribute(bytes, field.content, node.integers)
    else if (field.number === NODE.input) node.inputs.push(await bytes.text(field.content))
    else if (field.number === NODE.output) node.outputs.push(await bytes.text(field.content))
    else if (field.number === NODE.name) node.label = await bytes.text(field.content)
    else if (field.number === NODE.operator) node.operator = await bytes.text(field.content)
  }
  return node
}

async function scanAttribute(
  bytes: Window,
  content: Span,
  integers: Record<string, number>,
): Promise<void> {
  let name = ''
  for await (const field of fieldsOf(bytes, content)) {
    if (field.number === ATTRIBUTE.name) name = await bytes.text(field.content)
    else if (field.number === ATTRIBUTE.integer) integers[name] = field.value
  }
}

async function scanTensor(
  bytes: Window,
  content: Span,
): Promise<{ name: string; tensor: ScannedTensor }> {
  const tensor: ScannedTensor = { element: 0, shape: [], data: null }
  const entries: Record<string, string> = {}
  let name = ''
  for await (const field of fieldsOf(bytes, content)) {
    if (field.number === TENSOR.element) tensor.element = field.value
    else if (field.number === TENSOR.name) name = await bytes.text(field.content)
    else if (field.number === TENSOR.raw) tensor.data = { ...field.content, location: null }
    else if (field.number === TENSOR.dims) tensor.shape.push(...(await scanDims(bytes, field)))
    else if (field.number === TENSOR.external) await scanEntry(bytes, field.content, entries)
  }
  const { location, offset = '0', length } = entries
  if (location !== undefined && length !== undefined) {
    const from = Number(offset)
    tensor.data = { from, to: from + Number(length), location }
  }
  return { name, tensor }
}

/** One number, or several packed. */
async function scanDims(bytes: Window, field: Field): Promise<number[]> {
  if (!field.long) return [field.value]
  const dims: number[] = []
  let { from } = field.content
  await bytes.hold({ from, to: field.content.to })
  while (from < field.content.to) {
    const { value, next } = bytes.varint(from)
    dims.push(value)
    from = next
  }
  return dims
}

async function scanEntry(
  bytes: Window,
  content: Span,
  entries: Record<string, string>,
): Promise<void> {
  let key = ''
  for await (const field of fieldsOf(bytes, content)) {
    if (field.number === ENTRY.key) key = await bytes.text(field.content)
    else if (field.number === ENTRY.value) entries[key] = await bytes.text(field.content)
  }
}

interface Field {
  number: number
  /** True if it has a length of its own. */
  long: boolean
  /** Its value if it is a whole number, else 0. */
  value: number
  content: Span
  whole: Span
}

/** The fields of a message, in order. */
async function* fieldsOf(bytes: Window, { from, to }: Span): AsyncGenerator<Field> {
  let at = from
  while (at < to) {
    await bytes.hold({ from: at, to: Math.min(to, at + HEAD) })
    const tag = bytes.varint(at)
    const [number, kind] = [Math.floor(tag.value / 8), tag.value % 8]
    const first = kind === 0 || kind === 2 ? bytes.varint(tag.next) : { value: 0, next: tag.next }
    const length = kind === 2 ? first.value : kind === 1 ? 8 : kind === 5 ? 4 : 0
    const content = { from: first.next, to: first.next + length }
    if (kind > 5 || kind === 3 || kind === 4 || content.to > to) throw new Error('is cut off')
    const value = kind === 0 ? first.value : 0
    yield { number, long: kind === 2, value, content, whole: { from: at, to: content.to } }
    at = content.to
  }
}

/** A part of a file that moves forward as it is read. */
class Window {
  readonly #handle: FileHandle
  readonly #size: number
  #start = 0
  #bytes = Buffer.alloc(0)

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.#size = size
  }

  /** Makes the bytes readable. */
  async hold({ from, to }: Span): Promise<void> {
    if (from >= this.#start && to <= this.#start + this.#bytes.length) return
    const length = Math.min(this.#size - from, Math.max(to - from, WINDOW))
    const bytes = Buffer.allocUnsafe(length)
    const { bytesRead } = await this.#handle.read(bytes, 0, length, from)
    if (bytesRead < to - from) throw new Error('is cut off')
    this.#start = from
    this.#bytes = bytes.subarray(0, bytesRead)
  }

  async text({ from, to }: Span): Promise<string> {
    await this.hold({ from, to })
    return this.#bytes.toString('utf8', from - this.#start, to - this.#start)
  }

  varint(from: number): { value: number; next: number } {
    let value = 0
    for (let at = from, factor = 1; ; at++, factor *= 128) {
      const byte = this.#bytes[at - this.#start]
      if (byte === undefined) throw new Error('is cut off')
      value += (byte & 127) * factor
      if (byte < 128) return { value, next: at + 1 }
    }
  }
}
