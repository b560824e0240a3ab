import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { api } from '#contract/index.ts'
import { type Endpoint, statusesOf } from '#contract/endpoint.ts'
import { openAiImages } from '#contract/openai-images.ts'
import { sdapi } from '#contract/sdapi.ts'
import { ROOT } from '#server/app/options.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type Document, writeClient } from './write-client.ts'

const run = promisify(execFile)

let app: TestApp
let document: Document
beforeAll(async () => {
  app = await startTestApp()
  document = (await (await fetch(`${app.url}/api/schema/`)).json()) as Document
})
afterAll(() => app.dispose())

const calls: Endpoint[] = [
  ...Object.values(api).flatMap((resource) => Object.values<Endpoint>(resource)),
  ...Object.values<Endpoint>(openAiImages),
  ...Object.values<Endpoint>(sdapi),
]
const operationOf = ({ method, path }: Endpoint) =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

test('the schema has every call of the contract and of other programs, each with its body and its answers', () => {
  const wrong: string[] = []
  for (const call of calls) {
    const operation = operationOf(call)
    const name = `${call.method} ${call.path}`
    if (!operation?.summary) {
      wrong.push(`${name}: missing`)
      continue
    }
    const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
    if ((call.body ?? call.file ?? call.form) && !body) wrong.push(`${name}: no body`)
    for (const status of statusesOf(call)) {
      const answer = operation.responses?.[status]
      const schema = Object.values(answer?.content ?? {})[0]?.schema
      if (!answer || (status !== 204 && !schema)) wrong.push(`${name}: no answer for ${status}`)
    }
  }
  expect(calls.length).toBeGreaterThan(200)
  expect(wrong).toEqual([])
})

/** What the compiler says of a program that uses a client made from the schema. */
async function compile(program: string): Promise<string> {
  const folder = mkdtempSync(join(inject('scratchFolder'), 'client-'))
  writeFileSync(join(folder, 'client.mts'), writeClient(document))
  writeFileSync(join(folder, 'program.mts'), program)
  const flags = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--target',
    'esnext',
    '--module',
    'nodenext',
  ]
  const types = ['--allowImportingTsExtensions', '--lib', 'esnext,dom', '--types', '']
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  try {
    await run(process.execPath, [tsc, ...flags, ...types, 'program.mts'], { cwd: folder })
    return ''
  } catch (error) {
    return String((error as { stdout?: string }).stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a typed client made from the schema compiles, and refuses calls that are wrong', async () => {
  const right = `import { call } from './client.mts'
const made = await call('', 'POST /v1/images/generations', { prompt: 'a red fox' })
const [first] = made.data
const text: string | undefined = first?.b64_json
const key = await call('', 'POST /api/api_keys/', { name: 'a', scopes: ['read'] })
const secret: string = key.key
const drawn = await call('', 'POST /sdapi/v1/txt2img', { prompt: 'a red fox' })
const hook = await call('', 'POST /api/webhook_endpoints/', { url: 'https://a.example/', events: ['job.ended'] })
console.log(text, secret, drawn.images[0], hook.secret)
`
  expect(await compile(right)).toBe('')
  const wrong = await compile(right.replace("scopes: ['read']", "scopes: ['write']"))
  expect(wrong).toContain('"write"')
  expect(wrong.match(/error TS/g)).toHaveLength(1)
})
