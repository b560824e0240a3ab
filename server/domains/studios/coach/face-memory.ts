import { LRUCache } from 'lru-cache'
import { EngineError, type EngineRegistry, type FoundFace } from '#server/engines/spec/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'

/** A photo whose face is compared. */
interface Photo {
  upload_id: string
  user_id: string
  storage_key: string
}

/**
 * What faces look like, by the upload: biometric data, so whoever asks here has the consent of the photo's owner. It is remembered
 * in this process only, no longer than the photo, and asked for again where it is not: it is written down nowhere.
 */
export interface FaceMemory {
  /**
   * The faces of a photo, the largest first; null where no engine finds faces.
   * @throws {AppError} `invalid`, `unavailable`
   */
  look(
    photo: Pick<Photo, 'upload_id' | 'user_id'>,
    file: Uint8Array,
  ): Promise<readonly FoundFace[] | null>
  /** How alike the largest faces of two photos are, -1 to 1; null where one has none. */
  compare(
    a: Photo,
    b: Photo,
    read: (storageKey: string) => Promise<Uint8Array | null>,
  ): Promise<number | null>
  forget(upload: string): void
  /** Hears, in every process, of photos that are deleted and of consents that are withdrawn. */
  start(): Promise<void>
}

const REMEMBERED = 2000
/** For what a process did not hear of. */
const KEPT_MS = 3_600_000
/** `upload:ID` from the trigger of `uploaded_images`, or `user:ID`. */
export const FACES_CHANNEL = 'faces_forgotten'

export function createFaceMemory({
  db,
  engines,
  log,
}: {
  db: Db
  engines: EngineRegistry
  log: Log
}): FaceMemory {
  const known = new LRUCache<string, { owner: string; identity: readonly number[] | null }>({
    max: REMEMBERED,
    ttl: KEPT_MS,
    ttlAutopurge: true,
  })

  const look: FaceMemory['look'] = async ({ upload_id: upload, user_id: owner }, file) => {
    const tool = engines.list().find((engine) => engine.tool?.findFaces)?.tool
    if (!tool?.findFaces) return null
    const faces = await tool.findFaces(file, true).catch((error: unknown) => {
      throw error instanceof EngineError ? refusal(error) : error
    })
    known.set(upload, { owner, identity: faces[0]?.identity ?? null })
    return faces
  }

  return {
    look,
    async compare(a, b, read) {
      const identityOf = async (photo: Photo): Promise<readonly number[] | null> => {
        const { upload_id: upload, storage_key: key } = photo
        const before = known.get(upload)
        if (before) return before.identity
        const file = await read(key)
        if (!file) return null
        try {
          const identity = (await look(photo, file))?.[0]?.identity ?? null
          // It may have been deleted, and forgotten, while it was looked at.
          if (!(await read(key))) known.delete(upload)
          return identity
        } catch (error) {
          log.warn({ err: error }, 'the face of a photo could not be compared')
          return null
        }
      }
      const [first, second] = await Promise.all([identityOf(a), identityOf(b)])
      if (!first || !second) return null
      return first.reduce((sum, value, i) => sum + value * (second[i] ?? 0), 0)
    },
    forget: (upload) => void known.delete(upload),
    async start() {
      await db.listener.listen(FACES_CHANNEL, {
        message(payload) {
          const [what, id = ''] = payload.split(':')
          if (what === 'upload') known.delete(id)
          else
            for (const [upload, { owner }] of known.entries())
              if (owner === id) known.delete(upload)
        },
        gap: () => known.clear(),
      })
    },
  }
}

function refusal({ code, message, retryable, userMessage }: EngineError): AppError {
  if (!retryable) return invalidField('image', userMessage)
  return new AppError('unavailable', `${code}: ${message}`, { userMessage, retryAfterSeconds: 5 })
}
