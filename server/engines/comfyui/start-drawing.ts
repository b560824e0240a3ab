import { noControl } from '../remote/control-nets.ts'
import { noModel, noSampler } from '../remote/missing-model.ts'
import { prepareControl, prepareShownControl } from '../remote/prepare-control.ts'
import { prepareSource } from '../remote/prepare-source.ts'
import type { RemoteServer } from '../remote/remote-server.ts'
import { firstPassOf } from '../remote/request-sizes.ts'
import { type Beginning, EngineError, type ImageRequest } from '../spec/index.ts'
import { stepsOf } from './build-workflow.ts'
import { cancelPrompts, FOLDER, inputName, submitPrompt, uploadImage } from './comfy-api.ts'
import { canFollow } from './control.ts'
import { buildWorkflow, type Found } from './draw-workflow.ts'
import { nameOrder, type OrderName, promptIdOf } from './find-begun.ts'
import { outputOf } from './follow-prompts.ts'
import type { ComfyOperation } from './operation.ts'
import type { Abilities } from './read-abilities.ts'
import type { Workflow } from './template.ts'
import { t } from '#server/texts/index.ts'

/**
 * Queues a prompt for each picture of a request.
 * @throws EngineError; then none of them is left in the queue
 */
export async function startDrawing(
  server: RemoteServer,
  request: ImageRequest,
  abilities: Abilities,
  beginning?: Beginning,
): Promise<ComfyOperation> {
  const found = findFor(request, abilities)
  const order = await nameOrder(server, request.indexes, beginning)
  const { client } = order
  const source = await uploadSource(server, request, client)
  const controls = await uploadControls(server, request, source?.size ?? request, client)
  const build = (index: number) =>
    buildWorkflow(
      { ...found, source: source?.names ?? null, controls },
      index,
      `${FOLDER}/${outputOf(client, index)}`,
    )
  const prompts = await submitAll(server, order, request.indexes, build)
  const { width, height } = source?.size ?? request
  const [first = 0] = request.indexes
  return {
    client,
    width,
    height,
    seed: request.seed,
    steps: stepsOf(await build(first)),
    prompts,
    ...(source?.onto && { onto: source.onto }),
  }
}

/** Queues workflows that are not there yet; if one is refused, those before it are taken back. Throws EngineError. */
export async function submitAll(
  server: RemoteServer,
  { client, sent }: OrderName,
  indexes: readonly number[],
  build: (index: number) => Promise<Workflow>,
): Promise<[number, string][]> {
  const prompts: [number, string][] = []
  try {
    for (const index of indexes) {
      const id = promptIdOf(client, index)
      const prompt = { id, clientId: client, workflow: await build(index) }
      prompts.push([index, sent.has(id) ? id : await submitPrompt(server, prompt)])
    }
    return prompts
  } catch (error) {
    await cancelPrompts(
      server,
      prompts.map(([, id]) => id),
    )
    throw error
  }
}

/** What a request needs of the server. Throws EngineError `model_missing`, `unsupported`. */
function findFor(request: ImageRequest, abilities: Abilities): Omit<Found, 'source' | 'controls'> {
  const model = abilities.models.find((entry) => entry.model.id === request.model)
  if (!model) throw noModel(`The server has no model ${request.model}`)
  const sampler = abilities.samplers.get(request.sampler)
  if (!sampler) throw noSampler(request.sampler)
  const gone = request.controls?.find(
    (control) => !canFollow(model.controls.get(control.kind), control),
  )
  if (gone) throw noControl(gone.kind)
  const loras = request.loras.map(({ model: id }) => {
    const lora = abilities.loras.find((entry) => entry.id === id)
    if (lora) return lora.file
    throw new EngineError('unsupported', `The server has no LoRA ${id}`, {
      retryable: false,
      userMessage: t('common.noSuchLora', { name: id }),
    })
  })
  return { request, model, sampler, loras, upscaler: abilities.upscalers[0] ?? null }
}

/** Puts what leads a drawing on the server. */
async function uploadControls(
  server: RemoteServer,
  { controls = [] }: ImageRequest,
  size: { width: number; height: number },
  client: string,
): Promise<string[]> {
  const names: string[] = []
  for (const [place, control] of controls.entries()) {
    // An IP-Adapter looks at all of it; what leads where things stand has to lie where they are drawn.
    const image =
      control.kind === 'reference'
        ? await prepareShownControl(control)
        : await prepareControl(control, size)
    const file = await uploadImage(server, `${client}-control${place + 1}.png`, image)
    names.push(inputName(file))
  }
  return names
}

/** Puts what a request starts from on the server, whose copy is read again when the result is put together. */
async function uploadSource(server: RemoteServer, request: ImageRequest, client: string) {
  if (!request.source) return null
  const size = request.hires ? firstPassOf(request) : request
  const { image, mask, opacity, result, ...prepared } = await prepareSource(request.source, size)
  const file = await uploadImage(server, `${client}-source.png`, image)
  if (!mask || !opacity) {
    return { names: { image: inputName(file), mask: null }, size: request, onto: null }
  }
  const maskFile = await uploadImage(server, `${client}-mask.png`, mask)
  const opacityFile = await uploadImage(server, `${client}-opacity.png`, opacity)
  return {
    names: { image: inputName(file), mask: inputName(maskFile) },
    size: prepared.size,
    onto: { image: file, opacity: opacityFile, ...result },
  }
}
