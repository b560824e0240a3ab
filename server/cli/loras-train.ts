import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import {
  TRAINED_KINDS,
  type TrainedModel,
  type TrainingEngine,
  type TrainingRequest,
} from '../engines/spec/index.ts'
import { explainFileError, makeFolder, OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments, type Tools } from './command.ts'
import { forOperator } from './engine-trouble.ts'

/** Names that need no quoting in a prompt. */
const NAME = /^[A-Za-z0-9][\w.-]{0,79}$/
const IMAGES = new Set(['.png', '.jpg', '.jpeg', '.webp'])
const [MOST_IMAGES, MOST_STEPS] = [200, 10_000]

export const lorasTrain: Command = {
  usage:
    'NAME FOLDER --caption TEXT [--kind person|pet|style|object] [--class WORD] [--steps N] [--seed 1]',
  summary:
    'Train a LoRA for the built-in model on the images of a folder (captions: --caption, or IMAGE.txt beside one); broken off, the same command goes on',
  async run(args, tools) {
    const command = { name: 'loras train', usage: this.usage }
    const options = {
      caption: { type: 'string' },
      kind: { type: 'string', default: 'object' },
      class: { type: 'string' },
      steps: { type: 'string' },
      seed: { type: 'string', default: '1' },
    } as const
    const { positionals, values } = readArguments(command, args, options, { min: 2, max: 2 })
    const [name = '', folder = ''] = positionals
    if (!NAME.test(name))
      throw new OperatorError(
        `"${name}" cannot be a LoRA's name: use letters, digits, dots and dashes.`,
      )
    const { caption } = values
    if (!caption) throw new OperatorError(`Usage: ${command.name} ${command.usage}`)
    const kind = TRAINED_KINDS.find((one) => one === values.kind)
    if (!kind) throw new OperatorError(`--kind must be one of ${TRAINED_KINDS.join(', ')}.`)
    const steps = values.steps === undefined ? undefined : readWhole('steps', values.steps, 1)
    const [loraDir = ''] = tools.config.engine.loraDirs
    const file = join(loraDir, `${name}.safetensors`)
    if (existsSync(file)) throw new OperatorError(`${file} is there already.`)
    const pictures = await readImages(folder, caption)
    makeFolder(loraDir)
    const trained = await forOperator(() =>
      withTraining(tools, async (engine) => {
        const [model] = await engine.models()
        if (model === undefined) throw new OperatorError('There is no model that could be trained.')
        const request: TrainingRequest = {
          model,
          kind,
          className: values.class ?? kind,
          pictures,
          seed: readWhole('seed', values.seed, 0),
          samplePrompts: [],
          ...(steps !== undefined && { steps }),
        }
        return train(engine, name, request, tools)
      }),
    )
    const draft = `${file}.part`
    try {
      await writeFile(draft, trained.data)
      await rename(draft, file)
    } catch (error) {
      throw explainFileError(error, file)
    }
    tools.print(`${file}  <lora:${name}:1>`)
  },
}

function readWhole(option: string, text: string, least: number): number {
  const value = Number(text)
  const most = option === 'steps' ? MOST_STEPS : 2 ** 32 - 1
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new OperatorError(`--${option} must be a whole number from ${least} to ${most}.`)
}

async function readImages(folder: string, caption: string): Promise<TrainingRequest['pictures']> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new OperatorError(`${folder}: there is no such folder.`)
    throw explainFileError(error, folder)
  })
  const images = names.filter((name) => IMAGES.has(extname(name).toLowerCase())).toSorted()
  if (images.length === 0 || images.length > MOST_IMAGES)
    throw new OperatorError(
      `${folder} holds ${images.length} images; from 1 to ${MOST_IMAGES} can be trained on.`,
    )
  return Promise.all(
    images.map(async (name) => {
      const words = join(folder, `${basename(name, extname(name))}.txt`)
      const own = await readFile(words, 'utf8').catch(() => caption)
      return { image: await readFile(join(folder, name)), caption: own.trim() }
    }),
  )
}

async function withTraining<T>(
  { config, log }: Tools,
  act: (engine: TrainingEngine) => Promise<T>,
): Promise<T> {
  // Loaded only here, as it brings the whole runtime.
  const { createModelLibrary, createTrainingEngine } = await import('../engines/builtin/index.ts')
  const engine = createTrainingEngine({
    name: 'builtin',
    library: createModelLibrary(config.engine, log),
    threads: config.engine.threads,
    folder: join(config.dataDir, 'cache', 'models', 'trainings'),
    // Whatever else runs on this machine has a higher priority.
    isWanted: () => false,
    log,
  })
  try {
    return await act(engine)
  } finally {
    await engine.dispose()
  }
}

/** The same order is found again by what it is made of. */
async function train(
  engine: TrainingEngine,
  name: string,
  request: TrainingRequest,
  { print }: Tools,
): Promise<TrainedModel> {
  const digest = createHash('sha256').update(JSON.stringify({ ...request, pictures: [] }))
  for (const { image, caption } of request.pictures) digest.update(caption).update(image)
  const key = `${name} ${digest.digest('hex')}`
  const operation = await engine.start(request, { key, attempt: 1, begunSince: null })
  let last: TrainedModel | null = null
  await engine.follow(operation, {
    onProgress: () => undefined,
    async onOutput(trained) {
      last = trained
      const loss = trained.curve.at(-1)?.loss.toFixed(4) ?? ''
      print(`step ${trained.step}: loss ${loss}`)
    },
  })
  if (!last) throw new OperatorError('The training ended without a result.')
  return last
}
