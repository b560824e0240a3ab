import type { RemoteServer } from '../remote/remote-server.ts'
import { type Beginning, EngineError, type UpscaleRequest } from '../spec/index.ts'
import { addPart, draftOf } from './build-workflow.ts'
import { FOLDER, inputName, uploadImage } from './comfy-api.ts'
import { nameOrder } from './find-begun.ts'
import { outputOf } from './follow-prompts.ts'
import { loadParts } from './load-templates.ts'
import type { ComfyOperation } from './operation.ts'
import type { Abilities } from './read-abilities.ts'
import { submitAll } from './start-drawing.ts'
import { uprightPng } from './upright-png.ts'
import { inEnglish, t } from '#server/texts/index.ts'

/** Largest enlarged picture: 64 megapixels. */
const MOST_PIXELS = 64 * 2 ** 20

/**
 * Queues a picture to be enlarged by a network, and brought to its exact size by a filter. The best network is taken for
 * either kind of order, which `sameForPro` of the model tells.
 * @throws EngineError `unsupported`, `model_missing`
 */
export async function startUpscaling(
  server: RemoteServer,
  { image, scale }: UpscaleRequest,
  { upscalers }: Abilities,
  beginning?: Beginning,
): Promise<ComfyOperation> {
  const [network] = upscalers
  if (!network) {
    throw new EngineError('model_missing', 'The server has no network that enlarges', {
      retryable: true,
      userMessage: t('engines.toolNotNow'),
    })
  }
  const upright = await uprightPng(image)
  const [width, height] = [upright.width * scale, upright.height * scale]
  if (width * height > MOST_PIXELS) throw tooLarge(width, height)
  const order = await nameOrder(server, [0], beginning)
  const { client } = order
  const source = await uploadImage(server, `${client}-source.png`, upright.data)
  const parts = await loadParts()
  const factor = factorOf(network.file ?? '')
  const build = async (index: number) => {
    const draft = draftOf(network.template, {
      ...network.files,
      ...(network.file !== null && { model: network.file }),
      source: inputName(source),
      width,
      height,
      output: `${FOLDER}/${outputOf(client, index)}`,
    })
    if (scale <= factor || !draft.ports.image) return draft.workflow
    // What a second time would enlarge beyond the result is made smaller before it.
    const middle = {
      middle_width: Math.ceil(width / factor),
      middle_height: Math.ceil(height / factor),
    }
    return addPart(draft, parts['upscale-again'], middle).workflow
  }
  const prompts = await submitAll(server, order, [0], build)
  return { client, width, height, seed: null, steps: [], prompts, transparency: source }
}

/** Networks have what they enlarge by in their names: `4x-UltraSharp`, `RealESRGAN_x2plus`. */
function factorOf(file: string): number {
  const [, before, after] = /(?:(\d)x|x(\d))/i.exec(file) ?? []
  return Number(before ?? after ?? 4) || 4
}

function tooLarge(width: number, height: number): EngineError {
  const text = t('engines.resultTooLarge', { width, height })
  return new EngineError('unsupported', inEnglish(text), { retryable: false, userMessage: text })
}
