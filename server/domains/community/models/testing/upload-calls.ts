import { createHash } from 'node:crypto'
import { api } from '#contract/index.ts'
import { MODEL_UPLOAD } from '#contract/model-publishing.ts'
import { toSafetensors } from '#engine/import/write-safetensors.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { loraMatrices } from '#tests/support/safetensors.ts'

const { modelPublishing } = api
export const LAYER = 'lora_unet_down_blocks_0_attentions_0_proj_in'

/** A LoRA, of another content for each size. */
export const lora = (size: number, inner = 64): Buffer =>
  Buffer.from(toSafetensors(loraMatrices(LAYER, { out: 32, rank: 4, inner: [inner], size })))

export const sha256 = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')

export const begin = (person: TestPerson, file: Uint8Array, hash = sha256(file)) =>
  person.call(modelPublishing.startUpload, {
    body: { filename: 'paper.safetensors', bytes: file.length, sha256: hash },
  })

export const send = (person: TestPerson, id: string, file: Uint8Array, n = 0) => {
  const { partBytes } = MODEL_UPLOAD
  const body = new Blob([new Uint8Array(file.subarray(n * partBytes, (n + 1) * partBytes))])
  return person.call(modelPublishing.sendPart, { params: { id, n: String(n) }, body })
}

export const finish = (person: TestPerson, id: string) =>
  person.call(modelPublishing.finishUpload, { params: { id }, body: {} })

export async function uploaded(person: TestPerson, file: Uint8Array): Promise<string> {
  const { id } = await begin(person, file)
  await send(person, id, file)
  return (await finish(person, id)).id
}
