import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SdServerDouble, startSdServerDouble } from '#tests/support/doubles/sd-server.ts'

interface Answer {
  status: number
  body: unknown
}

/** What a real `sd-server` answered. */
const recorded = JSON.parse(
  readFileSync(
    fileURLToPath(import.meta.resolve('#tests/fixtures/engines/sd-server-exchange.json')),
    'utf8',
  ),
) as Record<string, Answer>

let server: SdServerDouble

beforeEach(async () => {
  server = await startSdServerDouble()
})
afterEach(() => server.close())

async function ask(path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${server.url}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** Names and kinds of values; of a list, those of its first. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (value === null || typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
}

test('the double answers as the real server did', async () => {
  server.drawMs = 60_000
  const job = { prompt: 'a fox', width: 64, height: 64, seed: 1 }
  const first = await ask('/sdcpp/v1/img_gen', job)
  const second = await ask('/sdcpp/v1/img_gen', job)
  const lora = [{ path: 'gone.safetensors', multiplier: 1, is_high_noise: false }]
  const pathOf = ({ body }: Answer) => `/sdcpp/v1/jobs/${(body as { id: string }).id}`
  const answers: [string, Answer][] = [
    ['submitted', first],
    ['generating', await ask(pathOf(first))],
    ['queued', await ask(pathOf(second))],
    ['cancel of a running job', await ask(`${pathOf(first)}/cancel`, {})],
    ['cancel of a waiting job', await ask(`${pathOf(second)}/cancel`, {})],
    ['cancelled', await ask(pathOf(second))],
    ['unknown job', await ask('/sdcpp/v1/jobs/job_nothing')],
    ['unknown LoRA', await ask('/sdcpp/v1/img_gen', { ...job, lora })],
    ['GET /sdapi/v1/sd-models', await ask('/sdapi/v1/sd-models')],
    ['GET /sdapi/v1/loras', await ask('/sdapi/v1/loras')],
  ]
  // It may say less, and nothing else.
  for (const [name, answer] of answers) {
    expect([name, shapeOf(recorded[name])]).toMatchObject([name, shapeOf(answer)])
    expect([name, answer.status]).toEqual([name, recorded[name]?.status])
  }
})
