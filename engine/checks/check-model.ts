import { EngineError } from '#lib/engine-spec/index.ts'
import { createEnlarger } from '../diffusion/enlarger/enlarge.ts'
import { COMPANIONS } from '../companions.ts'
import { toPixelRange } from '../diffusion/finish-picture.ts'
import { modelBroken, reasonOf } from '../model-files.ts'
import { readModelFolder } from '../diffusion/model/model-folder.ts'
import type { ModelEntry } from '../diffusion/model/model-library.ts'
import type { EnlargerKind } from '../diffusion/enlarger/enlarger-kind.ts'
import type { ModelCompanion } from '../diffusion/model-companion.ts'
import { loadCompanion } from '../diffusion/model-companion.ts'
import type { Networks, Planes } from '../diffusion/networks.ts'
import { loadNetworks } from '../diffusion/networks.ts'
import { pictureDenoiser } from '../diffusion/picture-denoiser.ts'
import { conditionOn } from '../diffusion/prompt/conditioning.ts'
import { createTextEncoder } from '../diffusion/prompt/text-encoder.ts'
import { createRunLane } from '../diffusion/run-lane.ts'
import { createSchedule } from '../diffusion/schedule.ts'
import { runAlone } from '../diffusion/shared-runs.ts'
import { loadSecondTokenizer } from '../diffusion/tokenizer/load-tokenizer.ts'

/** Loads a model and runs each of its networks once on the smallest picture; what fails makes the entry broken. */
export async function checkModel(entry: ModelEntry): Promise<ModelEntry> {
  const { dir, ready } = entry
  if (!ready) return entry
  let networks: Networks | null = null
  let companion: ModelCompanion | null = null
  try {
    const description = await readModelFolder(dir)
    networks = await loadNetworks(description, { threads: 1 })
    const schedule = createSchedule(description.scheduler)
    const textEncoder = createTextEncoder(
      ready.tokenizer,
      networks,
      await loadSecondTokenizer(description),
    )
    const model = { ask: runAlone(networks), networks, schedule, textEncoder }
    const prompts = { prompt: 'a test', negativePrompt: '', guidanceScale: 2 }
    const conditioning = await conditionOn(model, prompts, 1)
    const size = { width: description.latentMultiple, height: description.latentMultiple }
    const noise = new Float64Array(description.latentChannels * size.width * size.height).fill(0.5)
    const denoise = pictureDenoiser(model, () => conditioning.at(1), size, prompts)
    const denoised = await denoise(noise, 1)
    const picture = await networks.decode(Float32Array.from(denoised), size)
    if (!denoised.every(Number.isFinite) || !picture.data.every(Number.isFinite))
      throw modelBroken(dir, 'answers with numbers that are none')
    const edge = size.width * description.downscale
    if (picture.width !== edge)
      throw modelBroken(dir, `draws ${picture.width} pixels where its configuration says ${edge}`)
    const loaded = { description, networks, tokenizer: ready.tokenizer }
    companion = await loadCompanion(loaded, COMPANIONS, { threads: 1 })
    if (companion?.enlarger) await checkEnlarger(dir, companion.enlarger, picture)
    return entry
  } catch (error) {
    const problem =
      error instanceof EngineError ? error : modelBroken(dir, `fails (${reasonOf(error)})`, error)
    return { ...entry, state: 'broken', ready: null, problem }
  } finally {
    await networks?.release()
    await companion?.release()
  }
}

async function checkEnlarger(dir: string, kind: EnlargerKind, picture: Planes): Promise<void> {
  const enlarger = createEnlarger(kind, { threads: 1 })
  try {
    const lane = createRunLane(new AbortController().signal)
    const size = { width: picture.width + 1, height: picture.height + 1 }
    const { data } = await enlarger.enlarge(toPixelRange(picture), size, lane)
    if (!data.every(Number.isFinite)) throw modelBroken(dir, 'enlarges to numbers that are none')
  } finally {
    await enlarger.release()
  }
}
