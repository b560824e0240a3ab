import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { explainFileError, makeFolder, OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments } from './command.ts'
import { forOperator } from './engine-trouble.ts'
import { describeModel, readModels } from './models-list.ts'

const OPTIONS = {
  name: { type: 'string' },
  prediction: { type: 'string', default: 'epsilon' },
  heads: { type: 'string', default: '8' },
  'text-heads': { type: 'string' },
  groups: { type: 'string', default: '32' },
} as const

/** Names of folders that need no quoting anywhere. */
const NAME = /^[A-Za-z0-9][\w.-]{0,79}$/
const PREDICTIONS = { epsilon: 'epsilon', v: 'v_prediction' } as const

export const modelsImport: Command = {
  usage:
    'FILE.safetensors|FOLDER [--name NAME] [--prediction epsilon|v] [--heads 8] [--text-heads N] [--groups 32]',
  summary:
    'Write a Stable Diffusion 1.5 checkpoint, or a folder of diffusers (Stable Diffusion 1, 2, XL, Turbo, LCM), as a model folder in MODELS_DIR',
  async run(args, tools) {
    const command = { name: 'models import', usage: this.usage }
    const { positionals, values } = readArguments(command, args, OPTIONS, { min: 1, max: 1 })
    const [file = ''] = positionals
    const id = values.name ?? basename(resolve(file)).replace(/\.safetensors$/i, '')
    if (!NAME.test(id))
      throw new OperatorError(
        `"${id}" cannot be a model's name: give one of letters, digits, dots and dashes with --name.`,
      )
    const { modelsDir } = tools.config.engine
    // Loaded only here, as it brings the whole runtime.
    const { importCheckpoint, importFolder } = await import('../engines/builtin/index.ts')
    makeFolder(modelsDir)
    const write = (): Promise<string> => {
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
        return importFolder(file, modelsDir, {
          id,
          source: `imported from ${basename(resolve(file))}`,
        })
      return importCheckpoint(file, modelsDir, {
        id,
        prediction: readPrediction(values.prediction),
        heads: readCount('heads', values.heads),
        textHeads:
          values['text-heads'] === undefined ? null : readCount('text-heads', values['text-heads']),
        groups: readCount('groups', values.groups),
      })
    }
    const folder = await forOperator(() =>
      write().catch((error: unknown) => {
        throw explainFileError(error, modelsDir)
      }),
    )
    for (const entry of await readModels(tools))
      if (entry.dir === folder) tools.print(describeModel(entry))
  },
}

function readPrediction(text: string): (typeof PREDICTIONS)[keyof typeof PREDICTIONS] {
  if (text === 'epsilon' || text === 'v') return PREDICTIONS[text]
  throw new OperatorError('--prediction must be epsilon or v.')
}

function readCount(option: string, text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new OperatorError(`--${option} must be a whole number above 0.`)
}
