import { expect, test } from 'vitest'
import { tarOf } from '#tests/support/doubles/tar.ts'
import { TRAINED_FILE } from '#tests/support/doubles/trained-file.ts'
import { loraMatrices } from '#tests/support/safetensors.ts'
import { toSafetensors } from '#engine/import/write-safetensors.ts'
import { NoLora, readTrainedFile } from './trained-file.ts'

const SHAPE = { out: 6, rank: 2, inner: [4], size: 0.1 }
const headerOf = (file: Uint8Array) => {
  const data = Buffer.from(file)
  return JSON.parse(data.subarray(8, 8 + Number(data.readBigUInt64LE())).toString()) as object
}
/** In the names that diffusers' scripts give. */
const asDiffusers = (layer: string) =>
  Object.fromEntries(
    Object.entries(loraMatrices(layer, SHAPE)).map(([name, tensor]) => [
      name.replace('lora_down', 'lora_A').replace('lora_up', 'lora_B'),
      tensor,
    ]),
  )

test('a file in kohya’s names is taken as it is, also out of a tar', () => {
  expect(readTrainedFile(TRAINED_FILE)).toBe(TRAINED_FILE)
  const tar = tarOf([
    { name: 'output/samples/1.safetensors.txt', data: Buffer.from('no') },
    { name: 'output/optimizer.safetensors', data: Buffer.from('no') },
    { name: 'output/lora.safetensors', data: TRAINED_FILE },
  ])
  expect(Buffer.from(readTrainedFile(tar))).toEqual(TRAINED_FILE)
})

test('names of diffusers become kohya’s; its numbers stay', () => {
  const file = toSafetensors({
    ...asDiffusers('unet.down_blocks.0.attentions.1.transformer_blocks.0.attn1.to_q'),
    ...asDiffusers('text_encoder.text_model.encoder.layers.3.self_attn.q_proj'),
    ...asDiffusers('text_encoder_2.text_model.encoder.layers.3.self_attn.q_proj'),
  })
  const read = Buffer.from(readTrainedFile(file))
  expect(Object.keys(headerOf(read)).filter((name) => name.includes('lora_down'))).toEqual([
    'lora_unet_down_blocks_0_attentions_1_transformer_blocks_0_attn1_to_q.lora_down.weight',
    'lora_te1_text_model_encoder_layers_3_self_attn_q_proj.lora_down.weight',
    'lora_te2_text_model_encoder_layers_3_self_attn_q_proj.lora_down.weight',
  ])
  const numbers = (2 * 4 + 6 * 2) * 3 * 4
  expect(read.subarray(-numbers)).toEqual(file.subarray(-numbers))
})

test('what says its scale beside the weights, and FLUX by diffusers, keep their names', () => {
  const layer = asDiffusers('unet.down_blocks.0.attn1.to_q')
  const scaled = toSafetensors(layer, { lora_adapter_metadata: '{"unet.lora_alpha":4}' })
  const flux = toSafetensors(asDiffusers('transformer.single_transformer_blocks.0.attn.to_q'))
  expect(readTrainedFile(scaled)).toBe(scaled)
  expect(readTrainedFile(flux)).toBe(flux)
})

const two = loraMatrices('lora_unet_x', SHAPE)
test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['a page', Buffer.from('<html>not here</html>')],
  ['a file that is cut off', TRAINED_FILE.subarray(0, -1)],
  ['a file with more behind it', Buffer.concat([TRAINED_FILE, Buffer.alloc(1)])],
  ['a header that is cut off', TRAINED_FILE.subarray(0, 40)],
  ['no layer', toSafetensors({ weight: { shape: [1], data: Float32Array.of(1) } })],
  [
    'half of a layer',
    toSafetensors({ 'lora_unet_x.lora_up.weight': two['lora_unet_x.lora_up.weight']! }),
  ],
  [
    'two matrices that do not fit',
    toSafetensors({
      ...two,
      'lora_unet_x.lora_up.weight': { shape: [4, 3], data: new Float32Array(12) },
    }),
  ],
  ['a tar with nothing in it', tarOf([{ name: 'a.txt', data: Buffer.from('a') }])],
  [
    'a tar that is cut off',
    tarOf([{ name: 'a.safetensors', data: TRAINED_FILE }]).subarray(0, 600),
  ],
])('%s is refused', (_what, file) => {
  expect(() => readTrainedFile(file)).toThrow(NoLora)
})
