import type { Runtime } from '../onnx/runtime.ts'
import { measureSpeed } from './measure-speed.ts'

/** What drawing an image with a model takes. */
export interface DrawingWork {
  /** Edge in pixels. */
  size: number
  steps: number
  /** What one step at that size takes, in 10^12 operations as the probe counts them. */
  teraflopsAStep: number
}

/**
 * Making pixels of 512 x 512 from what was drawn: 18 s on one thread, where the probe found 0.19 x 10^12 operations a
 * second (decision 0098).
 */
const DECODING_TERAFLOPS = 3.4
const DECODING_SIZE = 512

/** Seconds of an image on a machine of that speed, with reading the words left out, which is a blink. */
export function secondsFor({ size, steps, teraflopsAStep }: DrawingWork, speed: number): number {
  const decoding = DECODING_TERAFLOPS * (size / DECODING_SIZE) ** 2
  return (steps * teraflopsAStep + decoding) / speed
}

/**
 * Estimates for this machine, whose speed is measured when it is asked for first.
 *
 * @returns whole seconds; null where the machine could not be measured
 */
export function createEstimator(
  runtime: Runtime,
  measure: (runtime: Runtime) => Promise<number> = measureSpeed,
): (work: DrawingWork) => Promise<number | null> {
  let speed: Promise<number | null> | undefined
  return async (work) => {
    speed ??= measure(runtime).catch(() => null)
    const found = await speed
    if (found === null) {
      speed = undefined
      return null
    }
    return Math.max(1, Math.round(secondsFor(work, found)))
  }
}
