import { randomUUID } from 'node:crypto'
import type {
  Continuation,
  ImageRequest,
  ImageEngine,
  VideoEngine,
  VideoModel,
  VideoRequest,
} from '#server/engines/spec/index.ts'

/** What comes of an order for a video: no real MP4. */
export const SCRIPTED_VIDEO = Buffer.from('0000000c667479706d703432', 'hex')

const MODEL: VideoModel = {
  provider: 'BUILT_IN',
  name: 'Scripted',
  hash: 'c'.repeat(64),
  durations: [4, 2, 8],
  sizes: [
    { width: 80, height: 64 },
    { width: 64, height: 80 },
  ],
  freeSize: { min: 64, max: 1024, step: 8 },
  motions: ['push_in', 'none', 'orbit'],
  prompt: 'optional',
  image: 'optional',
  maxPrompts: 4,
  endFrame: { durations: [4, 2] },
  extend: { durations: [2, 4], motions: ['push_in', 'none'], prompt: 'none', endFrame: true },
}

/** One that starts from an image alone and ends as it likes. */
const PLAIN_MODEL: VideoModel = {
  ...MODEL,
  provider: 'RUNWAY',
  name: 'Scripted, plain',
  image: 'needed',
  maxPrompts: 0,
  endFrame: null,
  extend: null,
}

/** What a script plays in the place of an order for something else than a drawing. */
export const ORDER: Omit<ImageRequest, 'width' | 'height' | 'indexes' | 'seed'> = {
  type: 'TTI',
  model: '',
  prompt: '',
  negativePrompt: '',
  steps: 1,
  guidanceScale: 1,
  sampler: 'Euler',
  loras: [],
}

interface Options {
  /** Its name. */
  engine: string
  /** What plays the script; its picture is the video's frame. */
  image: Pick<ImageEngine, 'stopsAtOnce' | 'cancel' | 'follow'>
  /** Seconds of what is delivered, and how it can be extended; null: as asked, and not at all. */
  script(): { films: number | null; continuation: Continuation | null }
  /** Told every order. */
  starts: VideoRequest[]
  begin(id: string, request: ImageRequest): void
}

/** The part of the scripted engine that makes videos. */
export function scriptVideo({ engine, image, script, starts, begin }: Options): VideoEngine {
  const ordered = new Map<string, VideoRequest>()
  return {
    stopsAtOnce: image.stopsAtOnce,
    cancel: image.cancel,
    models: async () => [MODEL, PLAIN_MODEL],
    async start(request) {
      const id = randomUUID()
      ordered.set(id, request)
      starts.push(request)
      const { width, height, seed, duration } = request
      begin(id, { ...ORDER, width, height, indexes: [0], seed, steps: 24 * duration })
      return { engine, id }
    },
    follow: (operation, handlers) =>
      image.follow(operation, {
        onProgress: handlers.onProgress,
        onOutput({ data, contentType: _type, ...output }) {
          const order = ordered.get(operation.id)
          const before = order?.extended?.duration ?? 0
          const { films, continuation } = script()
          const duration = films ?? before + (order?.duration ?? 0)
          return handlers.onOutput({
            ...output,
            data: SCRIPTED_VIDEO,
            contentType: 'video/mp4',
            stills: [data],
            duration,
            ...(before > 0 && { added: duration - before }),
            fps: 24,
            ...(continuation && { continuation }),
          })
        },
      }),
  }
}
