import type { FaceView } from '#server/engines/spec/index.ts'

/** A face in plain light that fits any other of them. */
export const scriptedView = (is: Partial<FaceView> = {}): FaceView => ({
  pitch: 0,
  light: 160,
  blue: -20,
  red: 30,
  side: 0,
  uneven: 0.2,
  hues: 4,
  blur: 0.8,
  mouth: 0.02,
  eyes: 0.3,
  glasses: false,
  beard: false,
  ...is,
})
