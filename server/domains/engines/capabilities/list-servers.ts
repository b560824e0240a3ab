import type { z } from 'zod'
import type {
  EditModel,
  GenerationModel,
  GenerationServer,
  OwnWorkflow,
  generationServers,
} from '#contract/generation-servers.ts'
import { SAMPLERS } from '#contract/samplers.ts'
import type { Engine, ImageModel, WordsModel } from '#server/engines/spec/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import {
  defaultModel,
  defaultsOf,
  listEditors,
  listWorkflows,
  type OfferedTool,
  readEngineWork,
  waitOf,
  type WordsPrices,
} from '#server/domains/jobs/index.ts'
import type { Fleet } from '../fleet/create-fleet.ts'
import { readStandings } from '../fleet/read-standings.ts'

export interface ServersDeps {
  db: Db
  fleet: Fleet
  wordsPrices: WordsPrices
}

/**
 * The engines, what each can do and how it is.
 * @param asked of which kind and in which state; left out: any
 */
export async function listServers(
  { db, fleet, wordsPrices }: ServersDeps,
  asked: z.output<NonNullable<typeof generationServers.list.query>>,
): Promise<GenerationServer[]> {
  const engines = fleet.registry
  const all = engines.list()
  const names = all.map(({ name }) => name)
  const [standings, work, statuses, editors, workflows, found, tasks, selecting, standard] =
    await Promise.all([
      readStandings(db, fleet),
      readEngineWork(db.kysely, names),
      engines.health(),
      listEditors(engines),
      listWorkflows(engines),
      Promise.all(all.map(readModels)),
      Promise.all(all.map(readTasks)),
      Promise.all(all.map(selects)),
      defaultModel(engines),
    ])
  const readers = new Set(all.filter(({ image }) => image?.readPrompt).map(({ name }) => name))
  const healths = new Map(statuses.map((status) => [status.name, status.health]))
  const servers = names.flatMap((name, i): GenerationServer[] => {
    const standing = standings.get(name)
    // It was removed meanwhile.
    if (!standing) return []
    const models = found[i] ?? []
    const health = healths.get(name)
    const state = health?.state ?? 'down'
    const takesWork = state !== 'down' && health?.closedBy === undefined
    return [
      {
        name,
        ...standing,
        state,
        load: health?.load ?? 0,
        wait_p50: takesWork ? waitOf(work.get(name)) : null,
        runs_on: health?.runsOn ?? null,
        models: models.map((model) => presentModel(model, readers.has(name))),
        edit_models: editors.filter(({ engine }) => engine.name === name).map(presentEditor),
        workflows: workflows.filter(({ engine }) => engine.name === name).map(presentWorkflow),
        words: (tasks[i] ?? []).map(({ task, name: model }) => ({
          task,
          name: model,
          credits: wordsPrices[task],
        })),
        selects: selecting[i] ?? false,
        ...presentTogether(models),
      },
    ]
  })
  return inOrderOfModels(servers, standard?.engine.name).filter(
    ({ kind, state }) =>
      (asked.kind === undefined || kind === asked.kind) &&
      (asked.state === undefined || state === asked.state),
  )
}

/** What the built-in model is called beside one that draws anything. */
const ILLUSTRATIONS = 'Illustrations'

/** The default model comes first, and what draws anything before what draws from a collection, which then has another name. */
function inOrderOfModels(
  servers: readonly GenerationServer[],
  first: string | undefined,
): GenerationServer[] {
  const rank = ({ name, models }: GenerationServer) =>
    name === first ? 0 : models.some(isForAnything) ? 1 : 2
  if (!servers.some(({ models }) => models.some(isForAnything))) return [...servers]
  return servers
    .toSorted((a, b) => rank(a) - rank(b))
    .map((server) => ({
      ...server,
      models: server.models
        .toSorted((a, b) => Number(isForAnything(b)) - Number(isForAnything(a)))
        .map((model) => (isForAnything(model) ? model : { ...model, name: ILLUSTRATIONS })),
    }))
}

const isForAnything = ({ draws }: GenerationModel): boolean => draws === 'anything'

/** Asked again, so that what was just put there or removed shows; an engine that cannot say what it has offers nothing. */
async function readModels({ image }: Engine): Promise<ImageModel[]> {
  return (await image?.models().catch(() => [])) ?? []
}

async function readTasks({ words }: Engine): Promise<WordsModel[]> {
  return (await words?.models().catch(() => [])) ?? []
}

async function selects({ tool }: Engine): Promise<boolean> {
  return (await tool?.selects?.().catch(() => false)) ?? false
}

function presentWorkflow({ model }: OfferedTool): OwnWorkflow {
  const { id, name, credits = 1, takes } = model
  return {
    id,
    name,
    credits,
    takes_image: takes?.image ?? false,
    takes_prompt: takes?.prompt ?? false,
  }
}

function presentEditor({ model }: OfferedTool): EditModel {
  const { id, name, licence, credits = 1, maxInputs = 1 } = model
  return { id, name, licence, credits, max_images: maxInputs }
}

function presentModel(model: ImageModel, readsPrompts: boolean): GenerationModel {
  return {
    id: model.id,
    name: model.name,
    description: model.description,
    hash: model.hash,
    native_size: model.nativeSize,
    max_tokens: model.maxTokens,
    licence: model.licence,
    sizes: model.sizes,
    samplers: [...model.samplers],
    features: [...model.features],
    defaults: defaultsOf(model),
    loras: model.loras.map(({ id }) => id),
    max_images: model.maxImages,
    max_steps: model.maxSteps,
    price: model.priceClass,
    draws: model.draws ?? 'anything',
    reads_prompts: readsPrompts,
    credits: model.credits ?? 1,
    needs_mask: model.needsMask ?? false,
  }
}

/** What at least one of the models can do. */
function presentTogether(models: readonly ImageModel[]) {
  const samplers = new Set(models.flatMap((model) => model.samplers))
  const loras = new Map(models.flatMap((model) => model.loras).map((lora) => [lora.id, lora]))
  const most = (numbers: number[]) => Math.max(0, ...numbers)
  return {
    samplers: SAMPLERS.filter((name) => samplers.has(name)),
    features: [...new Set(models.flatMap((model) => model.features))],
    loras: [...loras.values()],
    min_size: models.length === 0 ? 0 : Math.min(...models.map(({ sizes }) => sizes.min)),
    max_size: most(models.map(({ sizes }) => sizes.max)),
    size_step: models.length === 0 ? 1 : Math.min(...models.map(({ sizes }) => sizes.step)),
    max_images: most(models.map(({ maxImages }) => maxImages)),
    max_steps: most(models.map(({ maxSteps }) => maxSteps)),
  }
}
