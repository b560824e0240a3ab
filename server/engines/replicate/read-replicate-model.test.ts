import { expect, test } from 'vitest'
import { readReplicateModel } from './read-replicate-model.ts'

const INPUT = { properties: { prompt: { type: 'string' } } }

/** Replicate, with one model of a version. */
const read = (endpoint: string, version = 'v1') => {
  const latest = { id: version, openapi_schema: { components: { schemas: { Input: INPUT } } } }
  return readReplicateModel(
    {
      model: async () => ({ name: 'flux', latest_version: latest }),
      version: async () => latest,
    },
    endpoint,
  )
}

test('a model is named by its owner, itself and its version, and by nothing more', async () => {
  expect(await read('me/flux')).toMatchObject({ endpoint: 'me/flux:v1' })
  expect(await read('me/flux/more')).toBeNull()
  await expect(read('me/flux', '../../x')).rejects.toMatchObject({ code: 'engine_failed' })
})
