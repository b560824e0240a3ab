import { expect, test } from 'vitest'
import type { OperationProgress } from '#lib/engine-spec/index.ts'
import { createOperation } from './operation.ts'

const progress = (step: number, isShown: boolean): OperationProgress => ({
  step,
  steps: 20,
  fraction: step / 20,
  previews: isShown ? [{ index: 0, url: 'data:image/jpeg;base64,' }] : [],
})

async function heard(told: OperationProgress[]): Promise<number[]> {
  const operation = createOperation('one')
  for (const one of told) operation.push({ type: 'progress', progress: one })
  operation.push({ type: 'ended', engineMs: 1 })
  const steps: number[] = []
  await operation.follow({
    onProgress: ({ step }) => steps.push(step),
    onOutput: () => Promise.resolve(),
  })
  return steps
}

test('of what a follower was too slow for it hears the latest, and the latest that shows something', async () => {
  expect(await heard([progress(0, false), progress(1, false), progress(2, false)])).toEqual([2])
  expect(await heard([progress(0, false), progress(1, true), progress(2, true)])).toEqual([2])
  const late = [progress(15, true), progress(16, false), progress(17, false)]
  expect(await heard([progress(1, true), ...late])).toEqual([15, 17])
})
