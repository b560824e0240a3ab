import { noModel } from '../remote/missing-model.ts'
import type { RemoteServer } from '../remote/remote-server.ts'
import { fitFrame } from '../remote/video/fit-frame.ts'
import { type Beginning, EngineError, type VideoRequest } from '../spec/index.ts'
import { draftOf, stepsOf, type Values } from './build-workflow.ts'
import { FOLDER, inputName, uploadImage } from './comfy-api.ts'
import { nameOrder } from './find-begun.ts'
import { outputOf } from './follow-prompts.ts'
import type { ComfyOperation } from './operation.ts'
import type { Abilities } from './read-abilities.ts'
import { submitAll } from './start-drawing.ts'
import type { Template, Usable } from './template.ts'
import { writePrompt } from './write-prompt.ts'
import { t } from '#server/texts/index.ts'

/**
 * Queues a video.
 * @throws EngineError `model_missing`, `unsupported`
 */
export async function startFilming(
  server: RemoteServer,
  request: VideoRequest,
  abilities: Abilities,
  beginning?: Beginning,
): Promise<ComfyOperation> {
  const usable = findFor(request, abilities)
  const { width, height, seed } = request
  const order = await nameOrder(server, [0], beginning)
  const { client } = order
  const image = request.image
    ? await uploadImage(server, `${client}-first.jpg`, await fitFrame(request.image, request))
    : null
  const frames = framesOf(usable.template, request.duration)
  const values: Values = {
    ...settingsOf(usable.template, request),
    ...usable.files,
    ...(usable.file !== null && { model: usable.file }),
    ...(image && { source: inputName(image) }),
    frames,
    output: `${FOLDER}/${outputOf(client, 0)}`,
  }
  const { workflow } = draftOf(usable.template, values)
  const prompts = await submitAll(server, order, [0], async () => workflow)
  return {
    client,
    width,
    height,
    seed,
    steps: stepsOf(workflow),
    prompts,
    film: { frames, image },
  }
}

/** Never fewer than the seconds that are paid. */
function framesOf({ video: { fps, frameStep } }: Template, seconds: number): number {
  return Math.ceil((seconds * fps) / frameStep) * frameStep + 1
}

function settingsOf(
  { video, cfg, promptWeights }: Template,
  { prompt, width, height, seed }: VideoRequest,
): Values {
  const { steps, fps, sampler, scheduler, negative } = video
  return {
    prompt: writePrompt(prompt, steps, promptWeights),
    negative,
    seed,
    steps,
    guidance: video.cfg,
    cfg: cfg ?? video.cfg,
    sampler,
    scheduler,
    denoise: 1,
    width,
    height,
    final_width: width,
    final_height: height,
    fps,
  }
}

function findFor({ provider, image }: VideoRequest, { films }: Abilities): Usable {
  const film = films.find(({ model }) => model.provider === provider)
  if (!film) throw noModel(`The server has no ${provider}`)
  const usable = image ? film.image : film.words
  if (usable) return usable
  const source = image ? 'image' : 'words'
  throw new EngineError('unsupported', `${provider} makes no video from ${source}`, {
    retryable: false,
    userMessage: t('engines.noVideoOf', { source }),
  })
}
