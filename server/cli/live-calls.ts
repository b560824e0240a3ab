import sharp from 'sharp'
import {
  type Engine,
  EngineError,
  type ImageEngine,
  type ImageModel,
  type ImageRequest,
  type VideoEngine,
  type VideoModel,
  type WordsEngine,
  type WordsModel,
} from '../engines/spec/index.ts'

const MICROS_PER_DOLLAR = 1_000_000
const PROMPT = 'a red apple on a white table'
const ANSWER_WITHIN_MS = 120_000

/** One order that shows that an engine can be used. */
export interface LiveCall {
  /** What is ordered, and of which model. */
  what: string
  /** The engine's name of the model. */
  model: string
  /** At most about this, millionths of a US dollar; undefined: a server of one's own. */
  costMicros: number | undefined
  /** @returns what came, and what the provider billed. Throws when nothing did. */
  make(): Promise<{ came: string; costMicros?: number | undefined }>
}

export const dollars = (micros: number) => `$${(micros / MICROS_PER_DOLLAR).toFixed(4)}`

export const explain = (error: unknown): string =>
  error instanceof EngineError ? `${error.code}: ${error.message}` : (error as Error).message

/**
 * The cheapest image of an engine, and one order of each kind of words that it has. A video costs much more, so only an engine without
 * images is asked for one. Throws what is wrong with the engine.
 */
export async function planCalls({ image, video, words }: Engine): Promise<LiveCall[]> {
  const calls: LiveCall[] = []
  const models = (await image?.models()) ?? []
  const [model] = models.toSorted((a, b) => (a.costMicros ?? 0) - (b.costMicros ?? 0))
  if (image && model) calls.push(drawing(image, model))
  const filming = model || !video ? [] : await video.models()
  const [cheapest] = filming.toSorted((a, b) => costOfVideo(a) - costOfVideo(b))
  if (video && cheapest) calls.push(videoOf(video, cheapest))
  for (const writer of (await words?.models()) ?? []) if (words) calls.push(writing(words, writer))
  return calls
}

const drawing = (image: ImageEngine, model: ImageModel): LiveCall => ({
  what: `one image by ${model.name}`,
  model: model.id,
  costMicros: model.costMicros,
  async make() {
    let came = ''
    const { costMicros } = await image.follow(await image.start(requestFor(model)), {
      onProgress: () => undefined,
      onOutput: async ({ width, height }) => void (came = `${width} x ${height}`),
    })
    if (came === '') throw new Error('no image came')
    return { came, costMicros }
  },
})

function requestFor(model: ImageModel): ImageRequest {
  const { min, max, step } = model.sizes
  const edge = Math.floor(Math.min(max, Math.max(min, 512)) / step) * step
  return {
    type: 'TTI',
    model: model.id,
    prompt: PROMPT,
    negativePrompt: '',
    width: edge,
    height: edge,
    indexes: [0],
    seed: 1,
    steps: Math.min(model.maxSteps, 20),
    guidanceScale: 4,
    sampler: model.samplers[0] ?? 'Euler',
    loras: [],
  }
}

const costOfVideo = ({ costMicros = 0, durations }: VideoModel) =>
  costMicros * Math.min(...durations)

const videoOf = (video: VideoEngine, model: VideoModel): LiveCall => {
  const duration = Math.min(...model.durations)
  return {
    what: `one video of ${duration} s by ${model.name}`,
    model: model.provider,
    costMicros: model.costMicros === undefined ? undefined : costOfVideo(model),
    async make() {
      const size = model.sizes[0] ?? { width: 1024, height: 1024 }
      let came = ''
      const operation = await video.start({
        provider: model.provider,
        prompt: model.maxPrompts > 0 || model.prompt === 'needed' ? PROMPT : '',
        ...(model.image === 'needed' && { image: await plainImage(size) }),
        duration,
        ...size,
        motion: model.motions[0] ?? 'none',
        seed: 1,
      })
      const { costMicros } = await video.follow(operation, {
        onProgress: () => undefined,
        onOutput: async ({ width, height, duration: seconds }) =>
          void (came = `${width} x ${height}, ${seconds.toFixed(1)} s long`),
      })
      if (came === '') throw new Error('no video came')
      return { came, costMicros }
    },
  }
}

const ORDERED: Record<WordsModel['task'], string> = {
  improve_prompt: 'one better prompt',
  describe_image: 'one description of an image',
}

const writing = (words: WordsEngine, { task, id, name, costMicros }: WordsModel): LiveCall => ({
  what: `${ORDERED[task]} by ${name}`,
  model: id,
  costMicros,
  async make() {
    const request =
      task === 'improve_prompt'
        ? { task, prompt: PROMPT }
        : { task, image: await plainImage({ width: 512, height: 512 }) }
    const written = await words.write(request, AbortSignal.timeout(ANSWER_WITHIN_MS))
    const count = written.text.split(/\s+/).filter((word) => word !== '').length
    if (count === 0) throw new Error('no words came')
    return { came: `${count} ${count === 1 ? 'word' : 'words'}`, costMicros: written.costMicros }
  },
})

/** A red ball before a light wall, as PNG. */
async function plainImage({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const radius = Math.round(Math.min(width, height) / 4)
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#e8e4dc"/>
    <circle cx="${width / 2}" cy="${height / 2}" r="${radius}" fill="#c62828"/>
  </svg>`
  return sharp(Buffer.from(drawn)).png().toBuffer()
}
