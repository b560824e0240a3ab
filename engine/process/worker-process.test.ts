import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, afterAll, expect, it, vi } from 'vitest'
import { createWorkerProcess, endIdleProcessesAfter } from './worker-process.ts'

interface Answer {
  type: 'pid'
  pid: number
}

let folder = ''
let script = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-worker-'))
  script = join(folder, 'worker.mjs')
  writeFileSync(
    script,
    `process.on('message', () => process.send({ type: 'pid', pid: process.pid }))`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => endIdleProcessesAfter(null))

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function open() {
  const answers: number[] = []
  const lost = vi.fn<() => void>()
  const worker = createWorkerProcess<object, Answer>(
    {},
    { onMessage: ({ pid }) => answers.push(pid), onLost: lost },
    script,
  )
  const ask = async () => {
    const known = answers.length
    worker.keepProgramAlive(true)
    worker.send({})
    await expect.poll(() => answers.length).toBe(known + 1)
    return answers.at(-1) ?? 0
  }
  return { worker, ask, lost }
}

it('a process that stays idle ends, is not taken for a lost one, and the next message starts another', async () => {
  endIdleProcessesAfter(50)
  const { worker, ask, lost } = open()
  const first = await ask()
  worker.keepProgramAlive(false)
  await expect.poll(() => runs(first)).toBe(false)
  const second = await ask()
  expect(second).not.toBe(first)
  expect(lost).not.toHaveBeenCalled()
  await worker.stop()
})

it('a process that is busy stays', async () => {
  endIdleProcessesAfter(50)
  const { worker, ask } = open()
  const first = await ask()
  worker.keepProgramAlive(false)
  expect(await ask()).toBe(first)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(runs(first)).toBe(true)
  await worker.stop()
})
