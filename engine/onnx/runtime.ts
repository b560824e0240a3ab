import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { listSupportedBackends } from 'onnxruntime-node'
import type { ExecutionProvider } from '#contract/execution-providers.ts'

/** How networks run. */
export interface Runtime {
  /** Threads of one run; results are the same bit by bit for the same number. */
  threads: number
  /**
   * Memory of a run goes back to the system after it. Kept, it grows with every other size of input: over a gigabyte for a photo in tiles.
   * Costs a twentieth of the time; default false.
   */
  givesBack?: boolean | undefined
  /** What is tried first; the processor is what remains. */
  provider?: ExecutionProvider | undefined
  /** Told why a network runs on the processor although another provider was asked for. */
  onFallback?: (problem: string) => void
}

/** The runtime's names of providers. */
const BACKENDS: Record<ExecutionProvider, string> = {
  cpu: 'cpu',
  cuda: 'cuda',
  directml: 'dml',
  coreml: 'coreml',
  webgpu: 'webgpu',
}
/** The library that the package does not bring and `npm rebuild` fetches. */
const CUDA_LIBRARY = 'libonnxruntime_providers_cuda.so'

/** The runtime's name of a provider. */
export function backendOf(provider: ExecutionProvider): string {
  return BACKENDS[provider]
}

/** Why a provider cannot be had with what is installed; null if it can be tried. */
export function missingPart(provider: ExecutionProvider): string | null {
  const { platform, arch } = process
  const found = listSupportedBackends().find(({ name }) => name === BACKENDS[provider])
  if (!found) return `the installed onnxruntime-node has none for ${platform} on ${arch}`
  if (provider === 'cuda' && !existsSync(path.join(libraryFolder(), CUDA_LIBRARY)))
    return 'its libraries are not installed, see the README'
  return null
}

function libraryFolder(): string {
  const entry = createRequire(import.meta.url).resolve('onnxruntime-node')
  return path.resolve(entry, '../../bin/napi-v6', process.platform, process.arch)
}
