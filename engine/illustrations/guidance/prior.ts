import { access } from 'node:fs/promises'
import path from 'node:path'
import { modelBroken } from '../../model-files.ts'
import type { OnnxSession } from '../../onnx/onnx-session.ts'
import { numbersFor, openSession, runSession } from '../../onnx/onnx-session.ts'
import type { Runtime } from '../../onnx/runtime.ts'
import type { RetrievalStore } from '../store/retrieval-store.ts'

/** Relative to the folder of a model that knows by heart what the things of its store look like. */
export const PRIOR_FILE = 'prior/model.onnx'

/** A network that draws a thing from what it is called alone, roughly: what a store would show that has no picture of it. */
export interface Prior {
  /**
   * @param words vectors of the words of the thing's name, behind one another; rows of zeros do not count
   * @param style one of the store's
   * @returns latents of unit scale as the store's pictures have them: channels x cells x cells
   */
  recall(words: Float32Array, style: string): Promise<Float32Array>
  /** Gives the memory back; nothing may be asked afterwards. */
  release(): Promise<void>
}

/**
 * The network of a model's folder: inputs `thing` [n, 2 x vector width] (unit vectors: the mean of the words', the last word's) and
 * `style` [n, styles] (shares), output `latents` [n, channels, cells, cells]. Null for a model without one.
 *
 * @throws EngineError `model_broken`
 */
export async function loadPrior(
  modelDir: string,
  store: RetrievalStore | null,
  runtime: Runtime,
): Promise<Prior | null> {
  const file = path.join(modelDir, PRIOR_FILE)
  if (!store || !(await hasPrior(modelDir))) return null
  const network = await openSession(file, runtime, { known: ['thing', 'style'] })
  if (!fits(network, store)) {
    await network.session.release()
    throw modelBroken(file, 'does not fit the styles and vectors of store.json')
  }
  const { vectorWidth, styles } = store
  return {
    async recall(words, style) {
      const shares = styles.map((one) => Number(one === style))
      const feeds = {
        thing: numbersFor(network, 'thing', thingOf(words, vectorWidth), [1, 2 * vectorWidth]),
        style: numbersFor(network, 'style', shares, [1, styles.length]),
      }
      return (await runSession(network, feeds, 'latents')).data
    },
    release: () => network.session.release(),
  }
}

/** Whether a model's folder has such a network. */
export async function hasPrior(modelDir: string): Promise<boolean> {
  return access(path.join(modelDir, PRIOR_FILE)).then(
    () => true,
    () => false,
  )
}

function fits({ inputs }: OnnxSession, { vectorWidth, styles }: RetrievalStore): boolean {
  const width = (name: string) => inputs.find((input) => input.name === name)?.shape[1]
  return width('thing') === 2 * vectorWidth && width('style') === styles.length
}

/** The mean of what words mean and what the last one means, each of length one. */
function thingOf(words: Float32Array, width: number): Float32Array {
  const thing = new Float32Array(2 * width)
  for (let start = 0; start < words.length; start += width) {
    const row = words.subarray(start, start + width)
    if (row.every((value) => value === 0)) continue
    for (const [i, value] of row.entries()) thing[i]! += value
    thing.set(row, width)
  }
  for (const part of [thing.subarray(0, width), thing.subarray(width)]) {
    const norm = Math.hypot(...part) || 1
    for (let i = 0; i < width; i++) part[i]! /= norm
  }
  return thing
}
