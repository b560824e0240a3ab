import { Tensor } from 'onnxruntime-node'
import { expect, test, vi } from 'vitest'
import type { DenoiserInput, LatentSize, Networks, TextStates } from './networks.ts'
import { createRunLane } from './run-lane.ts'
import { shareRuns } from './shared-runs.ts'

const SMALL = { width: 16, height: 16 }

const statesOf = (rows: number): TextStates =>
  new Tensor('float32', new Float32Array(rows * 6), [rows, 2, 3])

/** Answers each row with its picture's number, and writes down how many pictures each run had. */
function setUp(rowCount: number | null = null) {
  const runs: number[] = []
  const predict: Networks['predict'] = async (inputs, _size, _timestep, states) => {
    runs.push(inputs.length)
    return inputs.map(({ latents }) =>
      Array.from({ length: states.dims[0]! }, () => Float32Array.of(latents[0]!)),
    )
  }
  const stop = new AbortController()
  const networks = { predict: vi.fn<Networks['predict']>(predict), rowCount }
  return { runs, stop, networks, ask: shareRuns(networks, createRunLane(stop.signal)) }
}

const picture = (number: number, neighbours?: Float32Array): DenoiserInput => ({
  latents: Float32Array.of(number),
  neighbours,
})

async function askAll(
  { ask }: ReturnType<typeof setUp>,
  count: number,
  size: LatentSize = SMALL,
  states = statesOf(2),
): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) => ask(picture(i), size, 500, states, 4)),
  )
  expect(answers.every((rows) => rows.length === states.dims[0])).toBe(true)
  return answers.map(([row]) => row![0]!)
}

test('pictures in the same step share a run, and each gets its own answer', async () => {
  const shared = setUp()
  expect(await askAll(shared, 4)).toEqual([0, 1, 2, 3])
  expect(shared.runs).toEqual([4])
  expect(await askAll(shared, 3)).toEqual([0, 1, 2])
  expect(shared.runs).toEqual([4, 3])
})

test.each([
  ['more than a run holds', { width: 24, height: 16 }, 2, [2, 2]],
  ['large ones', { width: 64, height: 64 }, 2, [1, 1, 1, 1]],
  ['of one row', SMALL, 1, [1, 1, 1, 1]],
])('not so many: %s', async (_, size, rows, expected) => {
  const shared = setUp()
  expect(await askAll(shared, 4, size, statesOf(rows))).toEqual([0, 1, 2, 3])
  expect(shared.runs).toEqual(expected)
})

test('a network for a fixed number of rows is asked for one picture at a time', async () => {
  const shared = setUp(2)
  expect(await askAll(shared, 3)).toEqual([0, 1, 2])
  expect(shared.runs).toEqual([1, 1, 1])
})

test('what differs in anything but the image is not mixed', async () => {
  const { ask, runs } = setUp()
  const [states, others] = [statesOf(2), statesOf(2)]
  const answers = await Promise.all([
    ask(picture(0), SMALL, 500, states, 4),
    ask(picture(1), SMALL, 499, states, 4),
    ask(picture(2), SMALL, 499, others, 4),
    ask(picture(3), SMALL, 499, others, 5),
    ask(picture(4), { width: 8, height: 16 }, 499, others, 5),
    ask(picture(5, Float32Array.of(1)), { width: 8, height: 16 }, 499, others, 5),
  ])
  expect(answers.map(([row]) => row![0])).toEqual([0, 1, 2, 3, 4, 5])
  expect(runs).toEqual([1, 1, 1, 1, 1, 1])
})

test('a failing run fails for all of its pictures, the next one starts over', async () => {
  const { ask, networks } = setUp()
  networks.predict.mockRejectedValueOnce(new Error('broken'))
  const states = statesOf(2)
  const both = [0, 1].map((i) => ask(picture(i), SMALL, 500, states, 4))
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  expect((await ask(picture(7), SMALL, 500, states, 4))[0]![0]).toBe(7)
})

test('nothing runs once the request is cancelled', async () => {
  const { ask, networks, stop } = setUp()
  const asked = ask(picture(0), SMALL, 500, statesOf(2), 4)
  stop.abort(new Error('cancelled'))
  await expect(asked).rejects.toThrow('cancelled')
  expect(networks.predict).not.toHaveBeenCalled()
})
