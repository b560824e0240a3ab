import type { VideoMotion } from '#contract/jobs/video.ts'

/**
 * Where the camera is, in shares of the picture: a thing of depth `d` (0 far, 1 near) is drawn `1 + zoom (FAR + (1 - FAR) d)`
 * times as large, and moved by `x (d - pivot)` of the width and `y (d - pivot)` of the height.
 */
export interface Camera {
  zoom: number
  x: number
  y: number
  /** Depth of what stays in its place. */
  pivot: number
  /** Everything is drawn so much larger, so that no edge is seen. */
  overscan: number
}

/** How much of the zoom what lies far behind follows. */
const FAR = 0.45
const ZOOM = 0.18
const SHIFT = 0.045
/** How far a camera that stands breathes: only what is near comes forward a little, and goes back. */
const BREATH = 0.035

/** How much larger something of a depth is drawn. */
export const scaleAt = ({ zoom }: Camera, depth: number): number =>
  1 + zoom * (FAR + (1 - FAR) * depth)

/** How far all motions reach beyond the picture's edge, so that it is drawn so much larger and no edge is seen. */
export const OVERSCAN = 1 + 2 * SHIFT

/** Begins and ends slowly: neither has a jolt (Perlin 2002). */
export const ease = (t: number): number => t * t * t * (t * (6 * t - 15) + 10)

/** Where the camera is after a share of the time, 0 to 1, for a subject of some depth. */
type Path = (t: number, subject: number) => Partial<Camera>

/** From one side to the other. */
const way = (t: number): number => SHIFT * (2 * ease(t) - 1)

const STILL: Camera = { zoom: 0, x: 0, y: 0, pivot: 0, overscan: OVERSCAN }

const PATHS: Record<VideoMotion, Path> = {
  none: (t) => ({ zoom: BREATH * Math.sin(Math.PI * t) ** 2 }),
  push_in: (t) => ({ zoom: ZOOM * ease(t) }),
  pull_out: (t) => ({ zoom: ZOOM * (1 - ease(t)) }),
  pan_left: (t) => ({ x: way(t) }),
  pan_right: (t) => ({ x: -way(t) }),
  rise: (t) => ({ y: way(t) }),
  // Once around, so that the end meets the beginning.
  orbit: (t, subject) => ({
    zoom: (ZOOM / 8) * (1 - Math.cos(2 * Math.PI * t)),
    x: SHIFT * Math.sin(2 * Math.PI * t),
    y: 0.3 * SHIFT * (1 - Math.cos(2 * Math.PI * t)),
    pivot: subject,
  }),
}

/**
 * @param t share of the video that is over, 0 to 1
 * @param subject depth of the subject
 */
export const cameraAt = (motion: VideoMotion, t: number, subject: number): Camera => ({
  ...STILL,
  ...PATHS[motion](t, subject),
})

/** Place of a camera that sets out from a frame as it is: it comes nearer only as far as it moves aside. */
const aside = (x: number, y: number): Partial<Camera> => ({
  x,
  y,
  overscan: 1 + 2 * Math.max(Math.abs(x), Math.abs(y)),
})

const PATHS_FROM: Partial<Record<VideoMotion, Path>> = {
  pan_left: (t) => aside(SHIFT * ease(t), 0),
  pan_right: (t) => aside(-SHIFT * ease(t), 0),
  rise: (t) => aside(0, SHIFT * ease(t)),
  orbit(t, subject) {
    const turn = 2 * Math.PI * ease(t)
    const path = aside(SHIFT * Math.sin(turn), 0.3 * SHIFT * (1 - Math.cos(turn)))
    return { ...path, pivot: subject }
  },
}

/**
 * As {@link cameraAt}, from a frame that is shown whole at first. There is nothing around it, so no camera draws back:
 * `pull_out` stands.
 */
export const cameraFrom = (motion: VideoMotion, t: number, subject: number): Camera => {
  const path = PATHS_FROM[motion] ?? PATHS[motion === 'push_in' ? motion : 'none']
  return { ...STILL, overscan: 1, ...path(t, subject) }
}
