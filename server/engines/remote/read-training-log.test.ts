import { expect, test } from 'vitest'
import { createTrainingLog, readTrainingLog } from './read-training-log.ts'

const kohya = (step: number, loss?: number) =>
  `steps:  ${step / 8}%|█▏        | ${step}/800 [01:20<09:50,  1.19it/s${loss === undefined ? '' : `, avr_loss=${loss}`}]`

test('reads the bar of kohya, and no other one', () => {
  const log = [
    'caching latents...',
    '100%|██████████| 20/20 [00:04<00:00,  4.43it/s]',
    'epoch 1/10',
    kohya(0),
    kohya(8, 0.12),
    kohya(16, 0.1),
    'saving checkpoint: /x/last-step00000016.safetensors',
  ].join('\r')
  expect(readTrainingLog(log)).toEqual({
    step: 16,
    steps: 800,
    curve: [
      { step: 8, loss: 0.12 },
      { step: 16, loss: 0.1 },
    ],
  })
  expect(readTrainingLog('')).toBeNull()
  expect(readTrainingLog('epoch 1/10\nCUDA out of memory')).toBeNull()
})

test('reads it in whatever pieces it comes', () => {
  const log = createTrainingLog()
  const text = `${kohya(8, 0.12)}\r${kohya(16, 0.1)}\r`
  for (const letter of text) log.read(letter)
  expect(log.told()).toEqual(readTrainingLog(text))
})

test('a loss that is no number is left out, and a long course keeps its shape', () => {
  const nan = kohya(8, 1).replace('avr_loss=1', 'avr_loss=nan')
  expect(readTrainingLog(nan)).toEqual({ step: 8, steps: 800, curve: [] })
  const long = Array.from({ length: 800 }, (_, step) => kohya(step, 1 - step / 1000)).join('\n')
  const { curve = [] } = readTrainingLog(long) ?? {}
  expect(curve.length).toBeLessThanOrEqual(200)
  expect(curve[0]).toEqual({ step: 0, loss: 1 })
  expect(curve.at(-1)!.step).toBeGreaterThan(790)
})

test('by a pattern of one’s own', () => {
  const log = createTrainingLog(/step=(?<step>\d+) of (?<steps>\d+), loss (?<loss>[\d.]+)/)
  log.read('step=3 of 9, loss 0.5\n')
  expect(log.told()).toEqual({ step: 3, steps: 9, curve: [{ step: 3, loss: 0.5 }] })
})
