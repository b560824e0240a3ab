import { EngineError, type EngineRegistry, type FoundFace } from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'

/** A photo whose face is compared. */
interface Photo {
  upload_id: string
  storage_key: string
}

/**
 * What faces look like, by the upload. It is remembered in this process only and asked for anew where it is not: what a
 * face can be found by is written down nowhere.
 */
export interface FaceMemory {
  /**
   * The faces of a photo, the largest first; null where no engine finds faces.
   * @throws {AppError} `invalid`, `unavailable`
   */
  look(upload: string, file: Uint8Array): Promise<readonly FoundFace[] | null>
  /** How alike the largest faces of two photos are, -1 to 1; null where one has none. */
  compare(
    a: Photo,
    b: Photo,
    read: (storageKey: string) => Promise<Uint8Array | null>,
  ): Promise<number | null>
  forget(upload: string): void
}

const REMEMBERED = 2000

export function createFaceMemory({
  engines,
  log,
}: {
  engines: EngineRegistry
  log: Log
}): FaceMemory {
  const known = new Map<string, readonly number[] | null>()

  async function look(upload: string, file: Uint8Array): Promise<readonly FoundFace[] | null> {
    const tool = engines.list().find((engine) => engine.tool?.findFaces)?.tool
    if (!tool?.findFaces) return null
    const faces = await tool.findFaces(file, true).catch((error: unknown) => {
      throw error instanceof EngineError ? refusal(error) : error
    })
    known.set(upload, faces[0]?.identity ?? null)
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED) break
      known.delete(oldest)
    }
    return faces
  }

  return {
    look,
    async compare(a, b, read) {
      const [first, second] = await Promise.all(
        [a, b].map(async ({ upload_id: upload, storage_key: key }) => {
          const before = known.get(upload)
          if (before !== undefined) return before
          const file = await read(key)
          if (!file) return null
          try {
            return (await look(upload, file))?.[0]?.identity ?? null
          } catch (error) {
            log.warn({ err: error }, 'the face of a photo could not be compared')
            return null
          }
        }),
      )
      if (!first || !second) return null
      return first.reduce((sum, value, i) => sum + value * (second[i] ?? 0), 0)
    },
    forget: (upload) => void known.delete(upload),
  }
}

function refusal({ code, message, retryable, userMessage }: EngineError): AppError {
  if (!retryable) return invalidField('image', userMessage)
  return new AppError('unavailable', `${code}: ${message}`, { userMessage, retryAfterSeconds: 5 })
}
