import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Stores the file of a model that a test makes by SQL. @returns its key */
export function putModelFile(dataDir: string): string {
  const key = `studios/${randomUUID()}/${randomUUID()}/model.safetensors`
  const file = join(dataDir, 'media', key)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'a LoRA')
  return key
}
