import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

const SCRIPT = `
  import { waitForStopSignal } from ${JSON.stringify(`${import.meta.dirname}/stop-signals.ts`)}
  setInterval(() => {}, 1000)
  const signal = waitForStopSignal()
  console.log('waiting')
  console.log(await signal)
`

/** A process that stops only when it is made to. */
function startStubborn() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  )
  return { child, ended, nextLine: async () => (await lines.next()).value }
}

it('tells of the first signal and ends at once on a second', async () => {
  const { child, ended, nextLine } = startStubborn()
  expect(await nextLine()).toBe('waiting')
  child.kill('SIGTERM')
  expect(await nextLine()).toBe('SIGTERM')
  await sleep(400)
  child.kill('SIGINT')
  expect(await ended).toBe('SIGINT')
})

it('takes a Ctrl-C that npm repeats for one', async () => {
  const { child, ended, nextLine } = startStubborn()
  await nextLine()
  child.kill('SIGINT')
  expect(await nextLine()).toBe('SIGINT')
  child.kill('SIGINT')
  const early = await Promise.race([ended, sleep(600, 'still there')])
  expect(early).toBe('still there')
  child.kill('SIGTERM')
  expect(await ended).toBe('SIGTERM')
})
