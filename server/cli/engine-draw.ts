import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULTS, LIMITS } from '#contract/values/jobs/drawing.ts'
import { parseLoraTags, stripLoraTags } from '#contract/lora-tags.ts'
import { STYLES } from '#contract/styles.ts'
import type { BuiltinEngine } from '../engines/builtin/index.ts'
import type { ImageEngine, ImageRequest, ImageSource } from '../engines/spec/index.ts'
import { explainFileError, makeFolder, OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments, type Tools } from './command.ts'
import { forOperator } from './engine-trouble.ts'

export const engineDraw: Command = {
  usage:
    '--prompts FILE.txt --out FOLDER [--seeds 1,2] [--style S] ' +
    '[--image FILE [--strength 0.6] [--mask FILE]]',
  summary: 'Draw a list of prompts, a line each, to 0001-SEED.png and so on',
  async run(args, tools) {
    const command = { name: 'engine draw', usage: this.usage }
    const { values } = readArguments(command, args, {
      prompts: { type: 'string' },
      out: { type: 'string' },
      seeds: { type: 'string', default: '1' },
      style: { type: 'string' },
      image: { type: 'string' },
      strength: { type: 'string' },
      mask: { type: 'string' },
    })
    const { prompts: file, out } = values
    if (!file || !out) throw new OperatorError(`Usage: ${command.name} ${command.usage}`)
    const seeds = readSeeds(values.seeds)
    const style = readStyle(values.style)
    const prompts = await readPrompts(file)
    const source = await readSource(values)
    makeFolder(out)
    await withEngine(tools, async (engine) => {
      const [model] = await engine.image.models()
      if (!model) throw new OperatorError((await engine.health()).detail ?? 'There is no model.')
      for (const [index, prompt] of prompts.entries())
        for (const seed of seeds) {
          const png = await draw(engine.image, requestFor(model.id, prompt + style, seed, source))
          const name = join(out, `${String(index + 1).padStart(4, '0')}-${seed}.png`)
          await writeFile(name, png).catch((error: unknown) => {
            throw explainFileError(error, name)
          })
          tools.print(name)
        }
    })
  },
}

function readSeeds(text: string): number[] {
  const { min, max } = LIMITS.seed
  return text.split(',').map((part) => {
    const seed = Number(part)
    if (!/^\s*\d{1,10}\s*$/.test(part) || seed > max)
      throw new OperatorError(`--seeds must be whole numbers from ${min} to ${max}, like 1,2.`)
    return seed
  })
}

/** The words that a style adds to a prompt. */
function readStyle(id: string | undefined): string {
  if (id === undefined) return ''
  const style = STYLES.find((known) => known.id === id)
  if (style) return `, ${style.words}`
  const known = STYLES.map((one) => one.id).join(', ')
  throw new OperatorError(`--style must be one of ${known}, not "${id}".`)
}

/** What the pictures start from, and how far they may leave it. */
async function readSource(
  options: Partial<Record<'image' | 'strength' | 'mask', string>>,
): Promise<ImageSource | undefined> {
  const { image, mask } = options
  const strength = Number(options.strength ?? DEFAULTS.strength)
  if (!(strength >= 0 && strength <= 1))
    throw new OperatorError('--strength must be a number from 0 to 1, like 0.6.')
  if (image !== undefined)
    return {
      image: await readGiven(image),
      strength,
      ...(mask !== undefined && { mask: { image: await readGiven(mask), feather: 0 } }),
    }
  if (mask === undefined && options.strength === undefined) return undefined
  throw new OperatorError('--strength and --mask need an --image.')
}

async function readGiven(file: string): Promise<Buffer> {
  return readFile(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new OperatorError(`${file}: there is no such file.`)
    throw explainFileError(error, file)
  })
}

async function readPrompts(file: string): Promise<string[]> {
  const prompts = (await readGiven(file))
    .toString()
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (prompts.length === 0) throw new OperatorError(`${file} holds no prompt.`)
  return prompts
}

async function withEngine(
  { config, log }: Tools,
  act: (engine: BuiltinEngine) => Promise<void>,
): Promise<void> {
  // Loaded only here, as it brings the whole runtime.
  const { createBuiltinEngine } = await import('../engines/builtin/index.ts')
  const cacheDir = join(config.dataDir, 'cache', 'models')
  const engine = createBuiltinEngine({
    ...config.engine,
    cacheDir,
    log,
  })
  try {
    await forOperator(() => act(engine))
  } finally {
    await engine.dispose()
  }
}

function requestFor(
  model: string,
  prompt: string,
  seed: number,
  source: ImageSource | undefined,
): ImageRequest {
  return {
    type: source ? 'ITI' : 'TTI',
    model,
    prompt: stripLoraTags(prompt),
    negativePrompt: '',
    width: DEFAULTS.size,
    height: DEFAULTS.size,
    indexes: [0],
    seed,
    steps: DEFAULTS.steps,
    guidanceScale: DEFAULTS.guidance_scale,
    sampler: DEFAULTS.sampler,
    loras: readLoras(prompt),
    ...(source && { source }),
  }
}

/** What the tags of a prompt add to the model. */
function readLoras(prompt: string): ImageRequest['loras'] {
  const { min, max } = LIMITS.loraWeight
  return parseLoraTags(prompt).map(({ name, weight: given, text }) => {
    const weight = given ?? 1
    if (!(weight >= min && weight <= max))
      throw new OperatorError(`${text}: the weight must be a number from ${min} to ${max}.`)
    return { model: name, weight }
  })
}

async function draw(engine: ImageEngine, request: ImageRequest): Promise<Uint8Array> {
  const pictures: Uint8Array[] = []
  await engine.follow(await engine.start(request), {
    onProgress: () => undefined,
    async onOutput({ data }) {
      pictures.push(data)
    },
  })
  return pictures[0] ?? new Uint8Array()
}
