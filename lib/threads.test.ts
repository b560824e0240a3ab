import { expect, test } from 'vitest'
import { runInThread } from './threads.ts'

const FILE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    export default (input) => {
      if (input < 0) throw new RangeError('below zero')
      return input * 2
    }`)}`,
)

test('what is asked at once is answered each for itself, failures too', async () => {
  const asked = Array.from({ length: 50 }, (_, at) => (at === 7 ? -1 : at))
  const answers = await Promise.allSettled(asked.map((one) => runInThread<number>(FILE, one)))
  expect(answers[7]).toMatchObject({ status: 'rejected', reason: { message: 'below zero' } })
  const others = asked.map((one) => ({ status: 'fulfilled', value: one * 2 }))
  expect(answers.toSpliced(7, 1)).toEqual(others.toSpliced(7, 1))
  expect(await runInThread<number>(FILE, 21)).toBe(42)
})

test('a file that is not there is an error of each that asked for it', async () => {
  const missing = new URL('not-there.ts', import.meta.url)
  const answers = await Promise.allSettled([1, 2, 3].map((one) => runInThread(missing, one)))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})
