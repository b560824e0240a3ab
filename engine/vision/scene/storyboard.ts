import type { VideoMotion } from '#contract/jobs/video.ts'
import { psnrOf } from './psnr.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import type { ToolNetworks } from '../networks.ts'
import { type Between, createBetween } from './between.ts'
import { cameraAt, cameraFrom, ease } from './camera.ts'
import { drawFrame } from './draw-frame.ts'
import { opaqueLayer } from './layer.ts'
import { fade, pixelsOf } from './pixels.ts'
import { buildScene, fitPicture, type Scene } from './scene.ts'

/** Pictures that are at least so near, in decibels, are led into each other by the network; others are faded. */
const NEAR = 17
/** Share of the time from one key picture to the next in which it is shown alone. */
const HELD = 0.4

export interface StoryboardOptions {
  /** Encoded key pictures, 1 to 4. */
  keys: readonly Uint8Array[]
  motion: VideoMotion
  /** Whether the first key picture is a frame that was shown before: then the camera sets out from there. */
  goesOn?: boolean
  width: number
  height: number
  signal: AbortSignal
}

/**
 * Share of the time in which a frame that was shown before becomes a scene: around a subject that is cut out, the two differ
 * a little, and at once that would be seen.
 */
const MELTS = 0.25

/** What a video shows at each time. */
export interface Storyboard {
  /** @param time 0 to 1. @param frame taken for the pixels: red, green, blue and a byte of no meaning for each */
  draw(time: number, frame: Uint8Array): Promise<void>
}

/** One key picture is a scene for the camera; several are shown one after the other, each running into the next. */
export async function createStoryboard(
  networks: ToolNetworks,
  { keys, motion, goesOn = false, width, height, signal }: StoryboardOptions,
): Promise<Storyboard> {
  const pictures = await Promise.all(
    keys.map((key) => fitPicture(key, { width, height, exact: goesOn })),
  )
  const scenes = new Map<number, Promise<Scene>>()
  const betweens = new Map<number, Between | null>()
  const behind = new Uint8Array(4 * width * height)
  const before = new Uint8Array(goesOn ? 4 * width * height : 0)

  function sceneOf(index: number): Promise<Scene> {
    const known = scenes.get(index)
    if (known) return known
    const built = Promise.all([networks.foreground(), networks.depth()]).then(
      ([foreground, depth]) => buildScene({ foreground, depth }, pictures[index]!, signal),
    )
    scenes.set(index, built)
    // Scenes that lie behind are not needed again.
    scenes.delete(index - 2)
    return built
  }

  /** The network between a picture and the next; null: they show different things, which it would only smear. */
  async function betweenOf(index: number): Promise<Between | null> {
    const known = betweens.get(index)
    if (known !== undefined) return known
    const [from, to] = [pictures[index]!, pictures[index + 1]!]
    const isNear = psnrOf(from.data, to.data) >= NEAR
    const between = isNear ? createBetween(await networks.interpolation(), from, to) : null
    betweens.clear()
    betweens.set(index, between)
    return between
  }

  function drawScene(scene: Scene, time: number, frame: Uint8Array): void {
    const view = goesOn ? cameraFrom : cameraAt
    const camera = view(motion, time, scene.subject?.depth ?? MIDDLE)
    drawFrame(scene, camera, { width, height }, frame)
  }

  /** A key picture as its scene; what was shown before is at first as it was. */
  async function drawKey(index: number, time: number, frame: Uint8Array): Promise<void> {
    drawScene(await sceneOf(index), time, frame)
    if (!goesOn || index > 0 || time >= MELTS) return
    drawScene(oneLayer(pictures[0]!), time, before)
    fade(pixelsOf(frame), pixelsOf(before), 1 - time / MELTS)
  }

  return {
    async draw(time, frame) {
      const place = time * (keys.length - 1)
      const index = Math.min(keys.length - 2, Math.floor(place))
      if (index < 0) return drawKey(0, time, frame)
      const share = ease(Math.min(1, Math.max(0, (place - index - HELD / 2) / (1 - HELD))))
      if (share === 0 || share === 1) return drawKey(index + Math.round(share), time, frame)
      const between = await betweenOf(index)
      if (between) return drawScene(oneLayer(await between.at(share)), time, frame)
      await drawKey(index, time, frame)
      await drawKey(index + 1, time, behind)
      fade(pixelsOf(frame), pixelsOf(behind), share)
    },
  }
}

/** Depth that an orbit goes around where there is no subject. */
const MIDDLE = 0.6

const oneLayer = (picture: RgbPicture): Scene => ({ behind: opaqueLayer(picture), subject: null })
