/** Writes the tiny models for tests/fixtures/tiny-pipelines/make-expected.py. Usage: node tests/support/random-model/write-tiny-pipelines.ts FOLDER */
import path from 'node:path'
import { TINY_MODELS } from '#tests/support/random-model/tiny-models.ts'
import { writeRandomModel } from '#tests/support/random-model/write-model.ts'

const [folder = ''] = process.argv.slice(2)
for (const [name, model] of Object.entries(TINY_MODELS))
  await writeRandomModel(path.join(folder, name), model)
