import { randomUUID } from 'node:crypto'
import type {
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
  /** Seconds of what is delivered; null: as asked. */
  films(): number | null
  /** Told every order. */
  starts: VideoRequest[]
  begin(id: string, request: ImageRequest): void
}

/** The part of the scripted engine that makes videos. */
export function scriptVideo({ engine, image, films, starts, begin }: Options): VideoEngine {
  const ordered = new Map<string, VideoRequest>()
  return {
    stopsAtOnce: image.stopsAtOnce,
    cancel: image.cancel,
    models: async () => [MODEL],
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
        onOutput: ({ data, contentType: _type, ...output }) =>
          handlers.onOutput({
            ...output,
            data: SCRIPTED_VIDEO,
            contentType: 'video/mp4',
            stills: [data],
            duration: films() ?? ordered.get(operation.id)?.duration ?? 0,
            fps: 24,
          }),
      }),
  }
}
