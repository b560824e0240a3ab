import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { modelBroken, reasonOf } from '../model/model-files.ts'
import type { EnlargerKind } from './enlarger-kind.ts'
import { enlargementTo } from './enlarger-kind.ts'
import { readKerasModel } from './keras-model.ts'
import { kerasToOnnx } from './keras-to-onnx.ts'

/** How much one pass can enlarge, and the SHA-256 of the network as our converter writes it. */
const CONVERTED = {
  2: 'db4ae2b49037602d40577f021e2a277fd962f8a20189ab36a2157b3c68e25b8b',
  3: '80617f691415775a5c19fbcc8b9c20a481b389518b22d107013415c77f57a021',
  4: 'e4f462a4bca6f69f95f934e3abe0cd033b60b59c919127f5221877a268c9c8e3',
} as const

type EnlargeFactor = keyof typeof CONVERTED

/** The last layer's memory grows with the square of the edge and the fourth power of the factor. */
const TILE_EDGE: Record<EnlargeFactor, number> = { 2: 256, 3: 160, 4: 128 }
/** Rounded up from 10. */
const REACH = 12

/** The enlarger of all models that bring none: for photographs and pictures of any kind, which it leaves as they are. */
export function photoEnlarger(cacheDir: string): EnlargerKind {
  return {
    passesTo: (size, from) => passesFor(enlargementTo(size, from)),
    usual: [2],
    networkFile: (factor) => photoEnlargerFile(factor as EnlargeFactor, cacheDir),
    tiling: (factor) => ({ edge: TILE_EDGE[factor as EnlargeFactor], reach: REACH, multiple: 1 }),
    cost: 13,
  }
}

/**
 * Passes that enlarge at least so much. Up to four times by doubling, which leaves smoother edges than one
 * pass of four; beyond that the last pass is the greater one, because its time grows with its input.
 */
function passesFor(enlargement: number): EnlargeFactor[] {
  if (enlargement <= 1) return []
  if (enlargement <= 2) return [2]
  if (enlargement <= 4) return [2, 2]
  if (enlargement <= 6) return [2, 3]
  if (enlargement <= 8) return [2, 4]
  return [2, 2, 4]
}

/**
 * The file of an ESRGAN that enlarges by `factor`: the weights of `@upscalerjs/esrgan-slim` (MIT), converted
 * once and kept in `cacheDir`. Slim, because on illustrations its pictures cannot be told from those of the
 * larger versions, at a third of their time.
 *
 * @throws EngineError `model_broken` if the package's weights are missing or not the ones expected
 */
export async function photoEnlargerFile(factor: EnlargeFactor, cacheDir: string): Promise<string> {
  const file = path.join(cacheDir, `esrgan-slim-x${factor}.onnx`)
  const cached = await readFile(file).catch(() => null)
  if (cached && sha256(cached) === CONVERTED[factor]) return file
  const source = sourceFile(factor)
  const converted = await convert(source)
  if (sha256(converted) !== CONVERTED[factor])
    throw modelBroken(source, 'is damaged (what it converts to has the wrong SHA-256)')
  await mkdir(cacheDir, { recursive: true })
  // Several processes may convert at once: each renames a whole file into place.
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, converted)
    await rename(draft, file)
  } finally {
    // Of what a full disk let through nothing is left behind.
    await rm(draft, { force: true })
  }
  return file
}

async function convert(source: string): Promise<Buffer> {
  try {
    return kerasToOnnx(await readKerasModel(source))
  } catch (error) {
    throw modelBroken(source, `cannot be converted (${reasonOf(error)})`, error)
  }
}

/** The package exports its code only; its weights lie in `models/` below its root. */
function sourceFile(factor: EnlargeFactor): string {
  const entry = packageEntry()
  const name = path.join('@upscalerjs', 'esrgan-slim')
  const root = entry.slice(0, entry.indexOf(name) + name.length)
  return path.join(root, 'models', `x${factor}`, 'model.json')
}

function packageEntry(): string {
  try {
    return createRequire(import.meta.url).resolve('@upscalerjs/esrgan-slim')
  } catch (error) {
    throw modelBroken('@upscalerjs/esrgan-slim', 'is not installed', error)
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
