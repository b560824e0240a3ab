import { z } from 'zod'
import { RemoteError } from '../remote/remote-error.ts'
import type { RemoteServer } from '../remote/remote-server.ts'

const NodeInfo = z.object({
  input: z.object({
    required: z.record(z.string(), z.array(z.unknown())).optional(),
    optional: z.record(z.string(), z.array(z.unknown())).optional(),
  }),
})
const ObjectInfo = z.record(z.string(), NodeInfo)
const Combo = z.object({ options: z.array(z.unknown()) })
const Metadata = z.record(z.string(), z.unknown())

const INFO_MS = 20_000
/** Folders whose files may say what they are, by the node that loads them. */
const FOLDERS: Readonly<Record<string, string>> = {
  CheckpointLoaderSimple: 'checkpoints',
  UNETLoader: 'diffusion_models',
}

/** What a server has. */
export interface ServerContents {
  hasNode(node: string): boolean
  /** What may be chosen in an input of a node; empty for what is not there. */
  choices(node: string, input: string): string[]
}

/** Reads `object_info`. Throws RemoteError. */
export async function readContents(server: RemoteServer): Promise<ServerContents> {
  const info = await server.call('/object_info', ObjectInfo, { timeoutMs: INFO_MS })
  return {
    hasNode: (node) => info[node] !== undefined,
    choices(node, input) {
      const { required, optional } = info[node]?.input ?? {}
      const [type, options] = required?.[input] ?? optional?.[input] ?? []
      // Nodes of the newer kind have the list in their options.
      const list = Array.isArray(type) ? type : (Combo.safeParse(options).data?.options ?? [])
      return list.filter((choice) => typeof choice === 'string')
    },
  }
}

/**
 * Reads what model files say of their architecture (`modelspec.architecture` of their metadata), each once.
 * @returns null for a file that does not say
 */
export function createArchitectureReader(
  server: RemoteServer,
): (node: string, file: string) => Promise<string | null> {
  const known = new Map<string, Promise<string | null>>()

  async function read(folder: string, file: string): Promise<string | null> {
    const path = `/view_metadata/${folder}?${new URLSearchParams({ filename: file })}`
    try {
      const metadata = await server.call(path, Metadata)
      const architecture = metadata['modelspec.architecture']
      return typeof architecture === 'string' ? architecture : null
    } catch (error) {
      // An empty file, or one without a word about itself, is not found or fails there.
      if (error instanceof RemoteError && error.status !== null) return null
      throw error
    }
  }

  return async (node, file) => {
    const folder = FOLDERS[node]
    if (folder === undefined || !/\.safetensors$/i.test(file)) return null
    const key = `${folder}/${file}`
    const answer = known.get(key) ?? read(folder, file)
    known.set(key, answer)
    answer.catch(() => known.delete(key))
    return answer
  }
}
