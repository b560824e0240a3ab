import type { GenerationRequest } from '#contract/generation-request.ts'
import type { ToolModel } from '#server/engines/spec/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { findWorkflow, listWorkflows } from '../../models/find-workflow.ts'
import type { InputPicture, Kind } from '../../kind.ts'
import { randomSeed } from '../../seeds.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { requireInput, startTool } from '../tool/find-tool.ts'
import { toolKind } from '../tool/tool-kind.ts'

type Request = Extract<GenerationRequest, { type: 'OTR' }>
/** `width` x `height` is what is asked for; a result may have another size, which its image tells. */
type Parameters = Omit<Request, 'quote' | 'workflow' | 'seed'> & {
  workflow: string
  seed: number | null
  width: number
  height: number
}

const TITLE = t('kinds.ownWorkflow')
/** Where a workflow names no price. */
const USUAL_CREDITS = 1

/** A workflow of the operator's own that is none of the other kinds, on an engine that has it. */
export const ownWorkflow: Kind<Request, Parameters> = {
  ...toolKind<Parameters>(),
  type: 'OTR',
  title: TITLE,
  inSentence: t('kinds.ownWorkflowInSentence'),
  // What it makes of people is not known, so the strictest rule holds.
  likeness: 'remade',
  moderation: { prompt: ({ prompt }) => prompt ?? null },
  watermark: true,
  sourceType: ({ image }) =>
    image === undefined ? 'trainedAlgorithmicMedia' : 'compositeWithTrainedAlgorithmicMedia',
  seeds: {
    isFixed: ({ seed }) => seed !== null,
    draw: (parameters) => ({ parameters, seed: parameters.seed ?? randomSeed() }),
  },
  inputs: inputsOf,
  async resolve({ engines }, { quote: _quote, ...asked }, inputs) {
    const { engine, model } = await findWorkflow(engines, asked.workflow)
    requireWhatItTakes(asked, model)
    const { width, height } =
      asked.image === undefined ? sizeWithout(model) : requireInput(inputs, 'image', model)
    return {
      engine: engine.name,
      modelHash: model.hash || null,
      parameters: { ...asked, seed: asked.seed ?? null, workflow: model.id, width, height },
      price: {
        credits: model.credits ?? USUAL_CREDITS,
        label: t('prices.byModel', { said: TITLE, model: model.name }),
      },
    }
  },
  price: () => ({ credits: USUAL_CREDITS, label: TITLE }),
  async standIns(engines, { workflow: id }, modelHash) {
    const same = (await listWorkflows(engines)).filter(
      ({ model }) => model.id === id && model.hash === modelHash,
    )
    return same.map(({ engine }) => engine.name)
  },
  begin(engine, { parameters, files, seed, indexes, beginning }) {
    if (seed === null) throw new Error('A workflow has a seed')
    const { workflow: model, prompt, width, height } = parameters
    const image = files['image']
    return startTool(
      engine,
      {
        tool: 'run_workflow',
        model,
        ...(image && { image }),
        ...(prompt !== undefined && { prompt }),
        width,
        height,
        indexes,
        seed,
      },
      beginning,
    )
  },
  again: ({ width: _width, height: _height, ...request }, { seed }) => ({ ...request, seed }),
  describe: ({ prompt, workflow }, { seed }, modelHash) =>
    describeTool(
      TITLE,
      {
        Workflow: workflow,
        ...(prompt !== undefined && { Prompt: JSON.stringify(prompt) }),
        ...(seed !== null && { Seed: seed }),
      },
      modelHash,
    ),
}

function inputsOf({ image }: Pick<Request, 'image'>): InputPicture[] {
  return image === undefined ? [] : [{ field: 'image', id: image, uploadsOnly: false }]
}

/** @throws {AppError} `invalid` naming what is missing, or given in vain */
function requireWhatItTakes({ image, prompt }: Omit<Request, 'quote'>, { takes }: ToolModel): void {
  if (takes?.image && image === undefined) throw invalidField('image', t('jobs.workflowNeedsImage'))
  if (!takes?.image && image !== undefined) throw invalidField('image', t('jobs.workflowNoImage'))
  if (takes?.prompt && prompt === undefined)
    throw invalidField('prompt', t('jobs.workflowNeedsPrompt'))
  if (!takes?.prompt && prompt !== undefined)
    throw invalidField('prompt', t('jobs.workflowNoPrompt'))
}

function sizeWithout({ takes, id }: ToolModel): { width: number; height: number } {
  if (takes) return takes.size
  throw new Error(`The workflow ${id} does not say what it takes`)
}
