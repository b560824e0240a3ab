import { EngineError, type EngineImage, type ToolRequest } from '#lib/engine-spec/index.ts'
import { type CutOut, cutOut, CUT_OUT_STEPS } from './remove-background/cut-out.ts'
import { layOut } from './remove-background/lay-out.ts'
import { readCorrection } from './remove-background/read-correction.ts'
import { drawAvatar } from './avatars/draw-avatar.ts'
import { HEAD } from './avatars/cut-portrait.ts'
import { LOOKS } from './avatars/looks.ts'
import { preparePortrait } from './avatars/prepare-portrait.ts'
import { findFaces } from './faces/find-faces.ts'
import { isSharp } from './faces/is-sharp.ts'
import { fixFaces } from './fix-faces/fix-faces.ts'
import { HEADSHOT_BACKGROUNDS } from './headshots/backgrounds.ts'
import { FRAMINGS, takeHeadshot } from './headshots/take-headshot.ts'
import { AVATAR_EDGE, HEADSHOT_SIZE, MOST_ENLARGED_PIXELS, MOST_PIXELS } from './limits.ts'
import type { ToolNetworks } from './networks.ts'
import { type DecodedPicture, decodePicture, encodePicture } from './pictures/decode-picture.ts'
import { readGrey } from './pictures/read-grey.ts'
import type { RgbPicture } from './pictures/rgb-picture.ts'
import { removeObject, removeObjectBy } from './remove-object/remove-object.ts'
import { randomNumbers } from '#lib/random-numbers.ts'
import { blurBehind } from './replace-background/blur-behind.ts'
import { coverWith } from './replace-background/cover-with.ts'
import { placeOnBackground } from './replace-background/place-on-background.ts'
import { judgeSwap } from './swap-faces/judge-swap.ts'
import { swapAll } from './swap-faces/swap-all.ts'
import { enlargeBy } from './upscale/enlarge-by.ts'
import { reason, unsupported } from '../reason.ts'

export interface ToolHandlers {
  signal: AbortSignal
  onProgress(step: number, steps: number): void
  onImage(image: EngineImage): void
}

/** Does a tool's work. Throws EngineError, or the signal's reason. */
export async function runTool(
  networks: ToolNetworks,
  request: ToolRequest,
  handlers: ToolHandlers,
): Promise<void> {
  switch (request.tool) {
    case 'remove_background':
      return removeBackground(networks, request, handlers)
    case 'replace_background':
      return replaceBackground(networks, request, handlers)
    case 'remove_object':
      return removeThing(networks, request, handlers)
    case 'upscale':
      return upscale(networks, request, handlers)
    case 'swap_faces':
      return swapFaces(networks, request, handlers)
    case 'fix_faces':
      return fixAllFaces(networks, request.image, handlers)
    case 'draw_avatars':
      return drawAvatars(networks, request, handlers)
    case 'take_headshots':
      return takeHeadshots(networks, request, handlers)
    case 'edit_image':
      throw new EngineError('unsupported', 'The built-in tools have no model that edits', {
        retryable: false,
        userMessage: reason('engines.noEditor'),
      })
    case 'run_workflow':
      throw new EngineError('unsupported', 'The built-in tools run no workflows', {
        retryable: false,
        userMessage: reason('engines.workflowNotNow'),
      })
    default:
      request satisfies never
      throw new Error('A tool that is not done here')
  }
}

type RequestOf<Tool extends ToolRequest['tool']> = Extract<ToolRequest, { tool: Tool }>

async function removeBackground(
  networks: ToolNetworks,
  { image, correction: file, ...layout }: RequestOf<'remove_background'>,
  handlers: ToolHandlers,
): Promise<void> {
  const picture = await decodePicture(image, MOST_PIXELS)
  const correction = file ? await readCorrection(file, picture) : null
  const { cut, report } = await cutOutPicture(networks, picture, handlers, correction)
  const laid = await layOut(cut, layout)
  if (!laid) throw unsupported(reason('engines.noForeground'))
  await deliver(laid.picture, laid.opacity, 0, handlers)
  report(CUT_OUT_STEPS + 1)
}

async function replaceBackground(
  networks: ToolNetworks,
  { image, background }: RequestOf<'replace_background'>,
  handlers: ToolHandlers,
): Promise<void> {
  if ('prompt' in background) throw new Error('A background that is drawn is drawn before')
  const picture = await decodePicture(image, MOST_PIXELS)
  const { cut, report } = await cutOutPicture(networks, picture, handlers)
  const behind = await backgroundBehind(background, cut)
  handlers.signal.throwIfAborted()
  await deliver(placeOnBackground(cut.picture, cut.opacity, behind), null, 0, handlers)
  report(CUT_OUT_STEPS + 1)
}

function backgroundBehind(
  background: Exclude<RequestOf<'replace_background'>['background'], { prompt: string }>,
  { picture, opacity }: CutOut,
): Promise<RgbPicture> {
  if ('blurred' in background) return blurBehind(picture, opacity)
  if (!('scene' in background)) return coverWith(background, picture)
  const scene = HEADSHOT_BACKGROUNDS.find(({ id }) => id === background.scene)
  if (!scene) throw unsupported(reason('engines.noBackground', { name: background.scene }))
  const svg = scene.backdrop(randomNumbers(SCENE_SEED))
  return coverWith(Buffer.from(svg), picture)
}

/** A scene is the same in every image. */
const SCENE_SEED = 1

async function removeThing(
  networks: ToolNetworks,
  { image, mask: file }: RequestOf<'remove_object'>,
  handlers: ToolHandlers,
): Promise<void> {
  const picture = await decodePicture(image, MOST_PIXELS)
  const mask = await readGrey(file, picture, 'mask', 0)
  // One step is left for the file.
  const onStep = (done: number, of: number): void => handlers.onProgress(done, of + 1)
  const network = await networks.inpainting()
  const isRemoved = network
    ? await removeObjectBy(network, picture, mask)
    : removeObject(picture, mask, onStep, handlers.signal)
  if (!isRemoved) throw unsupported(reason('engines.paintOver'))
  await deliver(picture, picture.opacity, 0, handlers)
}

/** One step is left for what comes after. */
async function cutOutPicture(
  networks: ToolNetworks,
  picture: DecodedPicture,
  { signal, onProgress }: ToolHandlers,
  correction: Uint8Array | null = null,
): Promise<{ cut: CutOut; report: (done: number) => void }> {
  const report = (done: number): void => onProgress(done, CUT_OUT_STEPS + 1)
  const cut = await cutOut(await networks.foreground(), picture, {
    correction,
    onStep: report,
    signal,
  })
  return { cut: { ...cut, opacity: joinOpacity(cut.opacity, picture.opacity) }, report }
}

async function upscale(
  networks: ToolNetworks,
  { image, scale, pro }: RequestOf<'upscale'>,
  handlers: ToolHandlers,
): Promise<void> {
  const picture = await decodePicture(image, MOST_PIXELS)
  if (picture.width * picture.height * scale ** 2 > MOST_ENLARGED_PIXELS)
    throw unsupported(reason('engines.enlargedTooLarge'))
  const enlarged = await enlargeBy(networks, picture, scale, pro, handlers)
  await deliver(enlarged.picture, enlarged.opacity, 0, handlers)
}

async function swapFaces(
  networks: ToolNetworks,
  request: RequestOf<'swap_faces'>,
  handlers: ToolHandlers,
): Promise<void> {
  const { picture, flaw } = await swapAll(networks, request, {
    ...handlers,
    judge: (swapped) => judgeSwap(networks, swapped),
  })
  if (flaw) throw brokenSwap(flaw.said)
  await deliver(picture, picture.opacity, 0, handlers)
}

/** So many times the detail that a face had are seen. */
const LEAST_GAIN = 1.3

async function fixAllFaces(
  networks: ToolNetworks,
  image: Uint8Array,
  handlers: ToolHandlers,
): Promise<void> {
  const picture = await decodePicture(image, MOST_PIXELS)
  const faces = await findFaces(await networks.faces(), picture)
  if (faces.length === 0) throw noFace()
  const soft = faces.filter((face) => !isSharp(picture, face))
  const steps = soft.length + 1
  handlers.onProgress(1, steps)
  const report = (done: number): void => handlers.onProgress(done + 1, steps)
  const own = { upscaler: await networks.photoUpscaler(), identity: await networks.identity() }
  const gains = await fixFaces(own, picture, soft, report, handlers.signal)
  if (soft.length > 0 && gains.every((gain) => gain < LEAST_GAIN)) throw notImproved()
  await deliver(picture, picture.opacity, 0, handlers)
}

async function drawAvatars(
  networks: ToolNetworks,
  { image, looks, count, indexes, seed }: RequestOf<'draw_avatars'>,
  handlers: ToolHandlers,
): Promise<void> {
  const picture = await decodePicture(image, MOST_PIXELS)
  const steps = indexes.length + 2
  const face = (await findFaces(await networks.faces(), picture))[0]
  if (!face) throw noFace()
  handlers.onProgress(1, steps)
  const { signal } = handlers
  const wanted = { face: AVATAR_EDGE * HEAD.face, isDrawn: false, signal } as const
  const portrait = await preparePortrait(networks, picture, face, wanted)
  if (!portrait) throw noFace()
  handlers.onProgress(2, steps)
  const illustration = await networks.illustration()
  for (const [done, index] of indexes.entries()) {
    const id = looks[Math.floor(index / count)]
    const look = LOOKS.find((one) => one.id === id)
    if (!look) throw unsupported(reason('engines.noLook', { name: String(id) }))
    const own = (seed + index) % 2 ** 32
    const avatar = await drawAvatar(portrait, look, illustration, own, signal)
    await deliver(avatar, null, index, handlers, own)
    handlers.onProgress(done + 3, steps)
  }
}

async function takeHeadshots(
  networks: ToolNetworks,
  { image, backgrounds, framing, indexes }: RequestOf<'take_headshots'>,
  handlers: ToolHandlers,
): Promise<void> {
  const { signal } = handlers
  const picture = await decodePicture(image, MOST_PIXELS)
  const steps = indexes.length + 3
  const found = (await findFaces(await networks.faces(), picture))[0]
  if (!found) throw noFace()
  handlers.onProgress(1, steps)
  const portrait = await preparePortrait(networks, picture, found, {
    face: HEADSHOT_SIZE.height * FRAMINGS[framing].face,
    isDrawn: true,
    signal,
    onEnlarged: () => handlers.onProgress(2, steps),
  })
  if (!portrait) throw noFace()
  handlers.onProgress(3, steps)
  for (const [done, index] of indexes.entries()) {
    const background = HEADSHOT_BACKGROUNDS.find(({ id }) => id === backgrounds[index])
    if (!background)
      throw unsupported(reason('engines.noBackground', { name: String(backgrounds[index]) }))
    const headshot = await takeHeadshot(portrait, background, FRAMINGS[framing])
    await deliver(headshot, null, index, handlers)
    handlers.onProgress(done + 4, steps)
  }
}

async function deliver(
  picture: RgbPicture,
  opacity: Uint8Array | null,
  index: number,
  { signal, onImage }: ToolHandlers,
  seed: number | null = null,
): Promise<void> {
  const data = await encodePicture(picture, opacity)
  signal.throwIfAborted()
  onImage({
    index,
    data,
    contentType: 'image/png',
    width: picture.width,
    height: picture.height,
    seed,
  })
}

/** What was transparent before stays so. */
function joinOpacity(opacity: Uint8Array, before: DecodedPicture['opacity']): Uint8Array {
  return before
    ? opacity.map((value, pixel) => Math.round((value * before[pixel]!) / 255))
    : opacity
}

/** @param problem for the log */
function brokenSwap(problem: string): EngineError {
  return new EngineError('quality_check', `A swapped face is not delivered: ${problem}`, {
    retryable: false,
    userMessage: reason('engines.swapBroken'),
  })
}

function notImproved(): EngineError {
  return new EngineError('no_improvement', 'No face gained enough detail', {
    retryable: false,
    userMessage: reason('engines.facesNotBetter'),
  })
}

function noFace(): EngineError {
  return unsupported(reason('common.noFaceFound'))
}
