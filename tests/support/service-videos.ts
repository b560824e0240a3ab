/** Engines of the services that make videos, against their doubles. */
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createSegmentEncoder } from '#lib/encode-segment.ts'
import type { Beginning, Engine, EngineVideo, VideoRequest } from '#server/engines/spec/index.ts'
import { createVideoService } from '#server/engines/video-services/index.ts'
import {
  KEYS,
  type ServiceName,
  startVideoServices,
  type VideoServices,
} from './doubles/video-services.ts'
import { photographFile } from '#scripts/support/photographs.ts'

const PATIENCE = { pollMs: 5, pollBesideWebhookMs: 20, awayMs: 100 }

/** The doubles; `mp4` is what they hand out, a second long. */
export let double: VideoServices
export let image: Buffer
export let mp4: Uint8Array
const open: Engine[] = []

/** Starts the doubles for the tests of a file, as new before each. */
export function withVideoServices(): void {
  beforeAll(async () => {
    double = await startVideoServices()
    // Small: an engine makes it smaller still at each of hundreds of starts.
    image = await sharp(photographFile('astronaut')).resize(64, 64).jpeg().toBuffer()
    const encoder = await createSegmentEncoder(64, 64)
    for (let frame = 0; frame < 24; frame++)
      encoder.add(new Uint8Array(4 * 64 * 64).fill(8 * frame))
    mp4 = encoder.finish()
  })
  afterAll(async () => {
    // Another file of this process begins with none.
    for (const engine of open.splice(0)) await engine.dispose()
    await double.close()
  })
  beforeEach(() => {
    Object.assign(double, { ending: 'done', reject: null, losesAnswer: false })
    Object.assign(double, {
      begun: [],
      cancelled: [],
      uploads: [],
      file: { status: 200, bytes: mp4 },
    })
  })
}

/** An engine of one of the services, for its caller to dispose of. */
export function createEngine(
  name: ServiceName,
  keys: { key: string; secret: string } = KEYS,
  webhookUrl: string | null = `${double.url}/hook`,
): Engine {
  const account = { ...keys, baseUrl: `${double.url}/${name}`, webhookUrl }
  return createVideoService(name, account, PATIENCE)
}

/** As {@link createEngine}, until the end of the tests. */
export function engineOf(...options: Parameters<typeof createEngine>): Engine {
  const engine = createEngine(...options)
  open.push(engine)
  return engine
}

/** An order that a service takes. */
export async function orderFor(
  engine: Engine,
  more: Partial<VideoRequest> = {},
): Promise<VideoRequest> {
  const [model] = await engine.video!.models()
  const { provider, durations, sizes, motions, image: takes } = model!
  return {
    provider,
    prompt: 'a red fox runs',
    duration: durations[0]!,
    ...sizes[0]!,
    motion: motions[0]!,
    seed: 7,
    ...(takes === 'none' ? {} : { image }),
    ...more,
  }
}

/** Makes one video and waits for it. */
export async function make(
  engine: Engine,
  more: Partial<VideoRequest> = {},
  beginning?: Beginning,
): Promise<{ video: EngineVideo; costMicros: number | undefined }> {
  const operation = await engine.video!.start(await orderFor(engine, more), beginning)
  const videos: EngineVideo[] = []
  const { outcome, costMicros } = await engine.video!.follow(operation, {
    onProgress: () => undefined,
    async onOutput(video) {
      videos.push(video)
    },
  })
  expect(outcome).toBe('succeeded')
  return { video: videos[0]!, costMicros }
}

/** How work ended: its failure's code, and whether it may be tried again. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'succeeded',
    (error: { code: string; retryable: boolean }) => [error.code, error.retryable],
  )
