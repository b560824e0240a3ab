/**
 * Draws the prompts of an evaluation with a model folder as the app would, at the size that the model was trained at (nothing is
 * enlarged) and otherwise at the default settings. What this very model drew already is not drawn again.
 *
 * Usage: node scripts/draw-evaluation.ts MODEL_FOLDER OUT_FOLDER [SEEDS]
 * Reads OUT_FOLDER/prompts.json, writes OUT_FOLDER/NUMBER-SEED.png, and drawn-by.txt: the hash of the model.
 */
import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createBuiltinEngine } from '#server/engines/builtin/index.ts'
import { defaultRequest } from './default-request.ts'

const EDGE = 128
const [modelDir, out, seeds = '1,2'] = process.argv.slice(2)
if (!modelDir || !out) throw new Error('Usage: draw-evaluation.ts MODEL_FOLDER OUT_FOLDER [SEEDS]')
const prompts = JSON.parse(await readFile(path.join(out, 'prompts.json'), 'utf8')) as {
  prompt: string
}[]
const engine = createBuiltinEngine({ modelDirs: [modelDir], cacheDir: '.cache/engine', threads: 1 })
const [model] = await engine.image.models()
if (!model) throw new Error(`${modelDir} holds no model.`)
await forgetOthers(model.hash)
for (const [number, { prompt }] of prompts.entries())
  for (const seed of seeds.split(',').map(Number)) {
    const file = path.join(out, `${String(number).padStart(4, '0')}-${seed}.png`)
    if (!(await exists(file))) await writeFile(file, await draw(model.id, prompt, seed))
  }
await engine.dispose()

async function draw(id: string, prompt: string, seed: number): Promise<Uint8Array> {
  const request = defaultRequest({ model: id, prompt, seed, edge: EDGE })
  const pictures: Uint8Array[] = []
  await engine.image.follow(await engine.image.start(request), {
    onProgress: () => undefined,
    async onOutput({ data }) {
      pictures.push(data)
    },
  })
  return pictures[0]!
}

/** What another version of the model drew would be judged as this one's. */
async function forgetOthers(hash: string): Promise<void> {
  const note = path.join(out!, 'drawn-by.txt')
  const before = await readFile(note, 'utf8').catch(() => '')
  if (before === hash) return
  for (const name of await readdir(out!))
    if (/^\d+-\d+\.png$/.test(name)) await rm(path.join(out!, name))
  await writeFile(note, hash)
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
