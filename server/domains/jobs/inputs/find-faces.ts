import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import type { Media } from '#server/domains/media/index.ts'
import { EngineError, type EngineRegistry, type FoundFace } from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { FoundInput } from '../kind.ts'

export interface FaceFinder {
  /**
   * The faces of a picture, the largest first.
   * @param field is named when the picture cannot be read
   * @throws {AppError} `invalid`, `unavailable`, `throttled`
   */
  find(userId: string, field: string, picture: FoundInput): Promise<readonly FoundFace[]>
  /**
   * The largest face with what it looks like, which is not remembered; null if there is none.
   * @throws {AppError} as `find`
   */
  describe(userId: string, picture: FoundInput): Promise<FoundFace | null>
  /** Whether a picture shows a face, also turned by a quarter, upside down, inverted or squeezed. Where that cannot be known, it counts as one. */
  shows(picture: FoundInput): Promise<boolean>
  /** Whether people see a face in it as it stands or turned. @throws {Error} where it could not be known */
  see(picture: Pick<FoundInput, 'storageKey'>): Promise<boolean>
}

/** Pictures whose faces are remembered. A file never changes, so neither do its faces. */
const REMEMBERED = 2000
/** Degrees by which a picture is turned to look for faces that are not upright. */
const TURNS = [90, 180, 270]
/** Squeezed by more than half, a face is found no more; by as much it is drawn out again. */
const STRETCH = 2.4
/** Longest side of what is stretched. */
const STRETCHED_SIDE = 1280
/** Pictures of one person that are looked at at once: each takes a tool's process. */
const AT_ONCE = 4

type View = () => Promise<Uint8Array>

/** A picture as it stands, then turned. */
const turnsOf = (file: Uint8Array): View[] => [
  async () => file,
  ...TURNS.map((turn) => () => sharp(file).rotate(turn).png().toBuffer()),
]

/** Returns views of an image with its colours inverted and its sides stretched: edits that hide a face from the detector can be undone in the result. */
function changesOf(file: Uint8Array): View[] {
  const stretched = async (across: number, down: number) => {
    const { width, height } = await sharp(file).metadata()
    const [wide, high] = [width * across, height * down]
    const scale = Math.min(1, STRETCHED_SIDE / Math.max(wide, high))
    const size = [wide, high].map((side) => Math.max(1, Math.round(side * scale)))
    return sharp(file).resize(size[0], size[1], { fit: 'fill' }).png().toBuffer()
  }
  return [
    () => sharp(file).negate({ alpha: false }).png().toBuffer(),
    () => stretched(1, STRETCH),
    () => stretched(STRETCH, 1),
  ]
}

/** @throws {AppError} `unavailable` while no engine finds faces */
function requireFinder(engines: EngineRegistry) {
  const finder = engines.list().find(({ tool }) => tool?.findFaces)?.tool
  if (!finder?.findFaces) {
    throw new AppError('unavailable', 'No engine finds faces', {
      userMessage: t('jobs.facesNotNow'),
      retryAfterSeconds: 30,
    })
  }
  return finder.findFaces.bind(finder)
}

async function facesIn(engines: EngineRegistry, views: readonly View[]): Promise<boolean> {
  const findFaces = requireFinder(engines)
  for (const view of views) if ((await findFaces(await view())).length > 0) return true
  return false
}

/** Whether people see a face in a file as it stands or turned. @throws {Error} where it could not be known */
export const seesFace = (engines: EngineRegistry, file: Uint8Array): Promise<boolean> =>
  facesIn(engines, turnsOf(file))

/** Finds faces once a picture. They are remembered in this process only: nobody's face is written down anywhere. */
export function createFaceFinder({
  engines,
  media,
}: {
  engines: EngineRegistry
  media: Media
}): FaceFinder {
  const known = new LRUCache<string, Promise<readonly FoundFace[]>>({ max: REMEMBERED })
  const looking = new Map<string, number>()

  const shown = new LRUCache<string, Promise<boolean>>({ max: REMEMBERED })

  async function look(
    field: string,
    { storageKey }: FoundInput,
    described: boolean,
  ): Promise<readonly FoundFace[]> {
    const findFaces = requireFinder(engines)
    const file = await media.readPicture(storageKey)
    if (!file) throw invalidField(field, t('common.noSuchImage'))
    try {
      return await findFaces(file, described)
    } catch (error) {
      throw error instanceof EngineError ? refusal(field, error) : error
    }
  }

  async function showsAny(
    storageKey: string,
    viewsOf: (file: Uint8Array) => readonly View[],
  ): Promise<boolean> {
    const file = await media.readPicture(storageKey)
    if (!file) throw new Error('The image is gone')
    return facesIn(engines, viewsOf(file))
  }

  /** @throws {AppError} `throttled` */
  async function lookFor(userId: string, field: string, picture: FoundInput, described = false) {
    const others = looking.get(userId) ?? 0
    if (others >= AT_ONCE) {
      throw new AppError('throttled', 'Too many images of one person are searched for faces', {
        userMessage: t('jobs.stillProcessing'),
        retryAfterSeconds: 5,
      })
    }
    looking.set(userId, others + 1)
    try {
      return await look(field, picture, described)
    } finally {
      const left = (looking.get(userId) ?? 1) - 1
      if (left > 0) looking.set(userId, left)
      else looking.delete(userId)
    }
  }

  function remember(key: string, looks: () => Promise<boolean>): Promise<boolean> {
    const before = shown.get(key)
    if (before) return before
    const looked = looks()
    shown.set(key, looked)
    looked.catch(() => shown.delete(key))
    return looked
  }

  const see = ({ storageKey }: Pick<FoundInput, 'storageKey'>) =>
    remember(`turned ${storageKey}`, () => showsAny(storageKey, turnsOf))

  /** Also where somebody hid it: looked at turned first, which is known where it was asked before. */
  const seeHidden = async ({ storageKey }: FoundInput) =>
    (await see({ storageKey })) ||
    remember(`changed ${storageKey}`, () => showsAny(storageKey, changesOf))

  return {
    find(userId, field, picture) {
      const { storageKey } = picture
      const remembered = known.get(storageKey)
      if (remembered) return remembered
      const found = lookFor(userId, field, picture)
      known.set(storageKey, found)
      found.catch(() => known.delete(storageKey))
      return found
    },
    describe: async (userId, picture) => (await lookFor(userId, 'image', picture, true))[0] ?? null,
    shows: (picture) => seeHidden(picture).catch(() => true),
    see,
  }
}

function refusal(field: string, { code, message, retryable, userMessage }: EngineError): AppError {
  if (!retryable) return invalidField(field, userMessage)
  return new AppError('unavailable', `${code}: ${message}`, { userMessage, retryAfterSeconds: 5 })
}
