import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { TOOL_FACTS } from '#contract/tool-facts.ts'
import type { ToolModel, ToolName } from '#lib/engine-spec/index.ts'
import { activeNetwork } from './added/added-networks.ts'
import { NETWORK_SLOTS, type NetworkSlot } from './added/adapter.ts'
import { MOST_EDGE, MOST_PIXELS } from './limits.ts'

const MODELS = fileURLToPath(new URL('../../models', import.meta.url))

/** Tools that run here; editing by words needs a model that no processor alone runs, and workflows are of other programs. */
export type BuiltinTool = Exclude<ToolName, 'edit_image' | 'run_workflow'>

type BuiltinToolModel = ToolModel & { tool: BuiltinTool }

/** What does a tool's work, and the files that it needs; names and licences are among `TOOL_FACTS`. */
export const TOOLS: Record<BuiltinTool, { id: string; files: readonly string[] }> = {
  remove_background: { id: 'u2netp', files: ['background-removal/u2netp.onnx'] },
  replace_background: { id: 'u2netp', files: ['background-removal/u2netp.onnx'] },
  // No network: its id names the way it is done, and what is hashed instead of weights.
  remove_object: { id: 'patch-match', files: [] },
  upscale: {
    id: 'esrgan',
    files: [
      'upscaling/fast-x2.onnx',
      'upscaling/fast-x3.onnx',
      'upscaling/fast-x4.onnx',
      'upscaling/photo-x4.onnx',
    ],
  },
  swap_faces: { id: 'face-mesh', files: ['faces/detection.onnx', 'faces/mesh.onnx'] },
  fix_faces: {
    id: 'esrgan-faces',
    files: ['faces/detection.onnx', 'faces/mesh.onnx', 'upscaling/photo-x4.onnx'],
  },
  draw_avatars: {
    id: 'looks',
    files: [
      'background-removal/u2netp.onnx',
      'faces/detection.onnx',
      'faces/mesh.onnx',
      'upscaling/illustration-x4.onnx',
    ],
  },
  take_headshots: {
    id: 'headshots',
    files: [
      'background-removal/u2netp.onnx',
      'faces/detection.onnx',
      'faces/mesh.onnx',
      'upscaling/fast-x2.onnx',
      'upscaling/fast-x3.onnx',
      'upscaling/fast-x4.onnx',
    ],
  },
}

/** The networks that others can be added for, and the tools that use them; `named`: the tool is that network and little else. */
const REPLACED: Record<NetworkSlot, { files: readonly string[]; named: readonly BuiltinTool[] }> = {
  foreground: {
    files: ['background-removal/u2netp.onnx'],
    named: ['remove_background', 'replace_background'],
  },
  inpainting: { files: [], named: ['remove_object'] },
  upscaling: { files: [], named: ['upscale'] },
  // Of videos and of images that lead drawings, which are no tools.
  depth: { files: [], named: [] },
  // Of pages on which somebody points at objects.
  selection: { files: [], named: [] },
}

export const isBuiltinTool = (tool: ToolName): tool is BuiltinTool => tool in TOOLS

/** Whether a tool is one network and little else: one that was added takes its place whole. */
export const isDoneByNetwork = (tool: BuiltinTool): boolean =>
  Object.values(REPLACED).some(({ named }) => named.includes(tool))

let listed: Promise<BuiltinToolModel[]> | null = null

/**
 * The tools whose files can be read, with the hash of these files and of the networks that do their work now.
 * @param added where networks that were added lie, and whether people pay on this site; left out: there are none
 */
export async function listToolModels(added?: {
  modelsDir: string
  isSold: boolean
}): Promise<BuiltinToolModel[]> {
  listed ??= readModels()
  let models = await listed
  if (!added) return models
  for (const slot of NETWORK_SLOTS) {
    const network = await activeNetwork(added, slot)
    if (!network) continue
    const { files, named } = REPLACED[slot]
    models = models.map((model) => {
      const isNamed = named.includes(model.tool)
      if (!isNamed && !TOOLS[model.tool].files.some((file) => files.includes(file))) return model
      const hash = hashText(`${model.hash}\n${network.sha256}`)
      if (!isNamed) return { ...model, hash }
      const { id, name, licence } = network
      return { ...model, id, name, licence, hash, isAdded: true }
    })
  }
  return models
}

async function readModels(): Promise<BuiltinToolModel[]> {
  const models = await Promise.all(
    Object.entries(TOOLS).map(async ([name, { id, files }]) => {
      const tool = name as BuiltinTool
      const hash = files.length === 0 ? hashText(id) : await hashFiles(files)
      if (hash === null) return null
      const { model, licence } = TOOL_FACTS[tool]
      return { tool, id, name: model, licence, hash, maxEdge: MOST_EDGE, maxPixels: MOST_PIXELS }
    }),
  )
  return models.filter((model) => model !== null)
}

const hashes = new Map<string, Promise<string | null>>()

/** One hash of some files of `models/`; null if one of them cannot be read. */
export async function hashFiles(files: readonly string[]): Promise<string | null> {
  const parts = await Promise.all(
    files.map((file) => {
      const known = hashes.get(file) ?? hashFile(join(MODELS, file))
      hashes.set(file, known)
      return known
    }),
  )
  if (parts.includes(null)) return null
  return parts.length === 1 ? parts[0]! : hashText(parts.join('\n'))
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Null if the file cannot be read: its tool is not offered then. */
async function hashFile(file: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
    return hash.digest('hex')
  } catch {
    return null
  }
}
