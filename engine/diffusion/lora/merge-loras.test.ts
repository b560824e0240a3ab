import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { afterAll, expect, test } from 'vitest'
import { writeSafetensors } from '#tests/support/safetensors.ts'
import { ELEMENT, OnnxWriter } from '../../onnx/onnx-writer.ts'
import { openSession, runSession } from '../../onnx/onnx-session.ts'
import { readLayers } from './fit-loras.ts'
import { mergeLoras } from './merge-loras.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'atelier-merge-'))
afterAll(() => rmSync(folder, { recursive: true }))

const FIRST = Float32Array.from({ length: 12 }, (_, i) => i / 4 - 1) // [out 3, in 4]
const SECOND = Float32Array.from({ length: 6 }, (_, i) => 1 - i / 2) // [in 3, out 2]
const INPUT = [1, -2, 0.5, 3]

/** As exports write them: a named weight turned by Gemm, and a nameless half-precision one of MatMul. */
function writeModel(): string {
  const modelDir = path.join(folder, 'model')
  const unet = path.join(modelDir, 'unet')
  mkdirSync(unet, { recursive: true })
  const halves = new Float16Array(SECOND)
  const bytes = [new Uint8Array(FIRST.buffer), new Uint8Array(halves.buffer)]
  writeFileSync(path.join(unet, 'weights.bin'), Buffer.concat(bytes))
  const at = (offset: number, length: number) => ({ location: 'weights.bin', offset, length })
  const writer = new OnnxWriter()
  const x = writer.input('x', ['rows', 4])
  const first = writer.external('first.weight', ELEMENT.FLOAT, [3, 4], at(0, 48))
  const second = writer.external('onnx::MatMul_7', ELEMENT.FLOAT16, [3, 2], at(48, 12))
  const middle = writer.node('Gemm', [x, first], { transB: 1 }, 'middle', '/first/Gemm')
  const half = writer.node('Cast', [middle], { to: ELEMENT.FLOAT16 })
  const label = '/block/block.0/proj/MatMul'
  const last = writer.node('MatMul', [half, second], {}, 'last', label)
  // No layer: neither side is a constant.
  writer.node('MatMul', [last, writer.node('Transpose', [last])], {}, 'unused', '/square/MatMul')
  writer.node('Cast', [last], { to: ELEMENT.FLOAT }, 'y')
  writer.output('y', ['rows', 2])
  writeFileSync(path.join(unet, 'model.onnx'), writer.build())
  return modelDir
}

test('layers are found by the names of weights and of nodes, in either order and half precision', async () => {
  const modelDir = writeModel()
  const { layers } = await readLayers(modelDir, 'unet')
  expect([...layers].map(([name, { shape, inputFirst }]) => [name, shape, inputFirst])).toEqual([
    ['first', [3, 4], false],
    ['block_0_proj', [2, 3], true],
  ])
  const file = path.join(folder, 'lora.safetensors')
  const [down1, up1] = [Float32Array.of(1, 2, -1, 0.5), Float32Array.of(0.5, -1, 2)]
  const [down2, up2] = [Float32Array.of(2, 0.5, -1), Float32Array.of(-0.5, 1)]
  writeSafetensors(
    file,
    {
      'unet.first.lora_A.weight': { shape: [1, 4], data: down1 },
      'unet.first.lora_B.weight': { shape: [3, 1], data: up1 },
      'base_model.model.block.0.proj.lora_A.default.weight': { shape: [1, 3], data: down2 },
      'base_model.model.block.0.proj.lora_B.default.weight': { shape: [2, 1], data: up2 },
    },
    { lora_adapter_metadata: JSON.stringify({ 'unet.lora_alpha': 2 }) },
  )
  const merged = path.join(folder, 'merged')
  const lora = { file, hash: '', weight: 0.5 }
  expect(await mergeLoras(modelDir, 'unet', [lora], 1, merged)).toBe(true)
  // Alpha over rank times weight is 1.
  const inner = [0, 1, 2].map((out) =>
    INPUT.reduce((sum, v, i) => sum + v * (FIRST[4 * out + i]! + up1[out]! * down1[i]!), 0),
  )
  const outer = [0, 1].map((out) =>
    inner.reduce((sum, v, i) => sum + v * (SECOND[2 * i + out]! + up2[out]! * down2[i]!), 0),
  )
  const session = await openSession(
    path.join(merged, 'model.onnx'),
    { threads: 1 },
    { known: ['x'] },
  )
  const feeds = { x: new Tensor('float32', Float32Array.from(INPUT), [1, 4]) }
  const { data } = await runSession(session, feeds, 'y')
  await session.session.release()
  for (const [i, value] of outer.entries()) expect(data[i]).toBeCloseTo(value, 1)
})
